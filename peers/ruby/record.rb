# The record of an id (see ../database.md) as a Hash whose keys are the names of the fields.
module Record
  FIRST = ["Ada", "Erzsébet", "美咲", "Zoë"].freeze
  LAST = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"].freeze
  PHOTO = Array.new(1_048_576) { |i| (i * 31 + 7) & 0xff }.pack("C*").freeze
  NONE = "".b.freeze

  def self.of(id, photo)
    raise ArgumentError, "ids are 0 or more" if id.negative?

    {
      "id" => id,
      "first_name" => FIRST[id % 4],
      "last_name" => LAST[id % 3],
      "age" => 18 + id % 70,
      "email" => "user#{id}@example.org",
      "phone" => format("+36 1 555 %04d", id % 10_000),
      "newsletter" => id.even?,
      "latitude" => (id % 100) / 4.0 - 33.875,
      "longitude" => 151.125 - (id % 1000) / 4.0,
      "photo" => photo ? PHOTO : NONE
    }
  end
end
