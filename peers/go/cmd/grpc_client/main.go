// grpc_client tcp HOST PORT [AUTHORITY [CERTIFICATE KEY]]: one connection; commands as in ../README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"

	"manyrpc/peers/record"
	"manyrpc/peers/rpcbench"
	"manyrpc/peers/secured"
)

type sampled struct {
	Ns    []int64 `json:"ns"`
	CpuNs int64   `json:"cpu_ns"`
}

func processCpuNs() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func run(client rpcbench.DatabaseClient, photo bool, calls int) (*sampled, error) {
	result := &sampled{Ns: make([]int64, 0, calls)}
	for id := int32(0); int(id) < calls; id++ {
		before, start := processCpuNs(), time.Now()
		info, err := client.Request(context.Background(), &rpcbench.InfoRequest{Id: id, Photo: photo})
		result.Ns = append(result.Ns, time.Since(start).Nanoseconds())
		result.CpuNs += processCpuNs() - before
		if err != nil {
			return nil, err
		}
		if !record.Same(info, record.Of(id, photo)) {
			return nil, fmt.Errorf("call %d: the result is wrong", id)
		}
	}
	return result, nil
}

// pin moves all threads of this process to one CPU.
func pin(cpu string) error {
	return exec.Command("taskset", "-a", "-p", "-c", cpu, strconv.Itoa(os.Getpid())).Run()
}

func obey(client rpcbench.DatabaseClient, words []string) (any, error) {
	if len(words) == 2 && words[0] == "pin" {
		return nil, pin(words[1])
	}
	if len(words) != 3 || words[0] != "run" || words[1] != "info" && words[1] != "info-photo" {
		return nil, errors.New("commands: run info|info-photo CALLS, pin CPU")
	}
	calls, err := strconv.Atoi(words[2])
	if err != nil || calls < 1 {
		return nil, errors.New("at least one call")
	}
	return run(client, words[1] == "info-photo", calls)
}

func main() {
	if len(os.Args) < 4 || os.Args[1] != "tcp" {
		fmt.Fprintln(os.Stderr, "usage: grpc_client tcp HOST PORT [AUTHORITY [CERTIFICATE KEY]]")
		os.Exit(2)
	}
	connection, err := grpc.NewClient(net.JoinHostPort(os.Args[2], os.Args[3]),
		grpc.WithTransportCredentials(secured.Client(os.Args[4:])))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	client := rpcbench.NewDatabaseClient(connection) // it connects with the first call
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := obey(client, strings.Fields(lines.Text()))
		if err != nil {
			answer = map[string]string{"error": err.Error()}
		}
		if answer == nil {
			fmt.Println("ok")
			continue
		}
		line, _ := json.Marshal(answer)
		fmt.Println(string(line))
	}
}
