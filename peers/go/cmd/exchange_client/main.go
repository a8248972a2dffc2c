// exchange_client tcp HOST PORT: calls of interfaces/exchange.proto on grpc-go; commands as in ../../../exchange.md.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"

	"manyrpc/peers/exchange"
	"manyrpc/peers/secured"
)

// connections are those that are open so far; each client is one of its own.
var connections []exchange.ExchangeClient

type saturated struct {
	Calls   int     `json:"calls"`
	Seconds float64 `json:"seconds"`
	P50     int64   `json:"p50_ns"`
	P99     int64   `json:"p99_ns"`
}

// data gives the bytes of a workload, nil for one without; byte i is (31 i + 7) mod 256.
func data(workload string) ([]byte, error) {
	if workload == "nothing" {
		return nil, nil
	}
	size, err := strconv.Atoi(strings.TrimPrefix(workload, "echo:"))
	if err != nil {
		return nil, errors.New("workloads: nothing, echo:BYTES")
	}
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(i*31 + 7)
	}
	return data, nil
}

// call makes one call, and checks its reply in full.
func call(client exchange.ExchangeClient, data []byte) error {
	if data == nil {
		_, err := client.Nothing(context.Background(), &exchange.Empty{})
		return err
	}
	back, err := client.Echo(context.Background(), &exchange.Blob{Data: data})
	if err == nil && !bytes.Equal(back.Data, data) {
		err = errors.New("the result is wrong")
	}
	return err
}

// have opens what is missing of so many connections, with one call on each.
func have(count int) error {
	for len(connections) < count {
		connection, err := grpc.NewClient(net.JoinHostPort(os.Args[2], os.Args[3]),
			grpc.WithTransportCredentials(secured.Client(nil)))
		if err != nil {
			return err
		}
		client := exchange.NewExchangeClient(connection)
		if err := call(client, nil); err != nil {
			return err
		}
		connections = append(connections, client)
	}
	return nil
}

// saturate keeps so many calls in flight, spread evenly over the connections, until the time is over; each goroutine
// makes at least one.
func saturate(data []byte, inFlight, count int, length time.Duration) (*saturated, error) {
	type made struct {
		ns  []int64
		err error
	}
	all := make(chan made, inFlight)
	start := time.Now()
	for task := 0; task < inFlight; task++ {
		client := connections[task%count]
		go func() {
			var done made
			for before := time.Now(); ; {
				if done.err = call(client, data); done.err != nil {
					break
				}
				after := time.Now()
				done.ns = append(done.ns, after.Sub(before).Nanoseconds())
				if after.Sub(start) >= length {
					break
				}
				before = after
			}
			all <- done
		}()
	}
	var ns []int64
	for task := 0; task < inFlight; task++ {
		done := <-all
		if done.err != nil {
			return nil, done.err
		}
		ns = append(ns, done.ns...)
	}
	seconds := time.Since(start).Seconds()
	sort.Slice(ns, func(a, b int) bool { return ns[a] < ns[b] })
	quantile := func(q float64) int64 { return ns[int(math.Ceil(float64(len(ns))*q))-1] }
	return &saturated{Calls: len(ns), Seconds: seconds, P50: quantile(0.5), P99: quantile(0.99)}, nil
}

func obey(words []string) (any, error) {
	numbers := make([]int, 0, len(words))
	for _, word := range words {
		number, _ := strconv.Atoi(word)
		numbers = append(numbers, number)
	}
	switch {
	case len(words) == 5 && words[0] == "saturate" && numbers[2] > 0 && numbers[3] > 0:
		data, err := data(words[1])
		if err == nil {
			err = have(numbers[3])
		}
		if err != nil {
			return nil, err
		}
		return saturate(data, numbers[2], numbers[3], time.Duration(numbers[4])*time.Millisecond)
	case len(words) == 2 && words[0] == "idle":
		return map[string]int{"connections": numbers[1]}, have(numbers[1])
	default:
		return nil, errors.New("commands: saturate WORKLOAD IN-FLIGHT CONNECTIONS MILLISECONDS, idle CONNECTIONS")
	}
}

func main() {
	if len(os.Args) != 4 || os.Args[1] != "tcp" {
		fmt.Fprintln(os.Stderr, "usage: exchange_client tcp HOST PORT")
		os.Exit(2)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := obey(strings.Fields(lines.Text()))
		if err != nil {
			answer = map[string]string{"error": err.Error()}
		}
		line, _ := json.Marshal(answer)
		fmt.Println(string(line))
	}
}
