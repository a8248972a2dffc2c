// kinds_client tcp HOST PORT proto|json: calls Same of interfaces/kinds.proto on grpc-go with each message that is a line of
// JSON on standard input, and prints what comes back likewise, or {"error":"…"}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/encoding/protojson"

	_ "manyrpc/peers/inwords"
	"manyrpc/peers/kinds"
)

func same(client kinds.KindsClient, subtype, line string) ([]byte, error) {
	var all kinds.All
	if err := protojson.Unmarshal([]byte(line), &all); err != nil {
		return nil, err
	}
	reply, err := client.Same(context.Background(), &all, grpc.CallContentSubtype(subtype))
	if err != nil {
		return nil, err
	}
	return protojson.Marshal(reply)
}

func main() {
	if len(os.Args) != 5 || os.Args[1] != "tcp" {
		fmt.Fprintln(os.Stderr, "usage: kinds_client tcp HOST PORT proto|json")
		os.Exit(2)
	}
	connection, err := grpc.NewClient(net.JoinHostPort(os.Args[2], os.Args[3]),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	client := kinds.NewKindsClient(connection)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := same(client, os.Args[4], lines.Text())
		if err != nil {
			answer, _ = json.Marshal(map[string]string{"error": err.Error()})
		}
		fmt.Println(string(answer))
	}
}
