// Package inwords registers protojson as the codec of the content subtype json.
package inwords

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Name is the content subtype.
const Name = "json"

type codec struct{}

func (codec) Name() string { return Name }

func (codec) Marshal(value any) ([]byte, error) {
	message, is := value.(proto.Message)
	if !is {
		return nil, fmt.Errorf("%T is no message", value)
	}
	return protojson.Marshal(message)
}

func (codec) Unmarshal(data []byte, value any) error {
	message, is := value.(proto.Message)
	if !is {
		return fmt.Errorf("%T is no message", value)
	}
	return protojson.Unmarshal(data, message)
}

func init() { encoding.RegisterCodec(codec{}) }
