// Package record has the record of an id: see ../../database.md.
package record

import (
	"bytes"
	"fmt"

	"manyrpc/peers/rpcbench"
)

var (
	first = [...]string{"Ada", "Erzsébet", "美咲", "Zoë"}
	last  = [...]string{"Lovelace", "O'Neill & <Sons>", `"Király" \ Székely`}
	photo = func() []byte {
		bytes := make([]byte, 1048576)
		for i := range bytes {
			bytes[i] = byte(i*31 + 7)
		}
		return bytes
	}()
)

// Of gives the record of an id that is 0 or more.
func Of(id int32, withPhoto bool) *rpcbench.Info {
	info := &rpcbench.Info{
		Id:         id,
		FirstName:  first[id%4],
		LastName:   last[id%3],
		Age:        18 + id%70,
		Email:      fmt.Sprintf("user%d@example.org", id),
		Phone:      fmt.Sprintf("+36 1 555 %04d", id%10000),
		Newsletter: id%2 == 0,
		Latitude:   float32(id%100)/4 - 33.875,
		Longitude:  151.125 - float32(id%1000)/4,
	}
	if withPhoto {
		info.Photo = photo
	}
	return info
}

// Same tells whether all fields are equal.
func Same(a, b *rpcbench.Info) bool {
	return a.Id == b.Id && a.FirstName == b.FirstName && a.LastName == b.LastName && a.Age == b.Age &&
		a.Email == b.Email && a.Phone == b.Phone && a.Newsletter == b.Newsletter &&
		a.Latitude == b.Latitude && a.Longitude == b.Longitude && bytes.Equal(a.Photo, b.Photo)
}
