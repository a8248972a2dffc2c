"""The record of an id (see ../database.md) as a dictionary whose keys are the names of the fields."""

FIRST = ("Ada", "Erzsébet", "美咲", "Zoë")
LAST = ("Lovelace", "O'Neill & <Sons>", '"Király" \\ Székely')
PHOTO = bytes((i * 31 + 7) & 0xFF for i in range(256)) * 4096


def of(number, photo):
    if number < 0:
        raise ValueError("ids are 0 or more")
    return {
        "id": number,
        "first_name": FIRST[number % 4],
        "last_name": LAST[number % 3],
        "age": 18 + number % 70,
        "email": f"user{number}@example.org",
        "phone": f"+36 1 555 {number % 10000:04}",
        "newsletter": number % 2 == 0,
        "latitude": number % 100 / 4 - 33.875,
        "longitude": 151.125 - number % 1000 / 4,
        "photo": PHOTO if photo else b"",
    }
