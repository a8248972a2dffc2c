// Package listening is how servers are driven: see ../../README.md.
package listening

import (
	"fmt"
	"io"
	"net"
	"os"

	"google.golang.org/grpc"

	"manyrpc/peers/secured"
)

// Secured is how connections are, as the arguments say.
func Secured() grpc.ServerOption {
	files := os.Args[:0]
	if len(os.Args) > 3 {
		files = os.Args[3:]
	}
	return grpc.Creds(secured.Server(files))
}

// Serve does so on 127.0.0.1 or where MANYRPC_LISTEN says, at the port of the arguments, until standard input closes.
func Serve(server *grpc.Server) {
	if len(os.Args) < 2 || os.Args[1] != "tcp" {
		fmt.Fprintln(os.Stderr, "usage: SERVER tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]")
		os.Exit(2)
	}
	port := "0"
	if len(os.Args) > 2 {
		port = os.Args[2]
	}
	host := os.Getenv("MANYRPC_LISTEN")
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err == nil {
		fmt.Println("PORT", listener.Addr().(*net.TCPAddr).Port)
		go func() {
			io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
		err = server.Serve(listener)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
