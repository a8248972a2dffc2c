// Package secured has the certificates of secured connections: see ../../README.md.
package secured

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Client is for one that trusts an authority, and perhaps has a certificate and a key; without either its
// connections are not secured.
func Client(files []string) credentials.TransportCredentials {
	if len(files) == 0 {
		return insecure.NewCredentials()
	}
	config := &tls.Config{RootCAs: authority(files[0])}
	if len(files) == 3 {
		config.Certificates = identity(files[1], files[2])
	}
	return credentials.NewTLS(config)
}

// Server is for one that has a certificate and a key, and perhaps demands certificates of an authority.
func Server(files []string) credentials.TransportCredentials {
	if len(files) < 2 {
		return insecure.NewCredentials()
	}
	config := &tls.Config{Certificates: identity(files[0], files[1])}
	if len(files) == 3 {
		config.ClientCAs, config.ClientAuth = authority(files[2]), tls.RequireAndVerifyClientCert
	}
	return credentials.NewTLS(config)
}

func authority(file string) *x509.CertPool {
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(file)
	if err == nil && !pool.AppendCertsFromPEM(pem) {
		err = errors.New(file + " holds no certificate")
	}
	check(err)
	return pool
}

func identity(certificate, key string) []tls.Certificate {
	pair, err := tls.LoadX509KeyPair(certificate, key)
	check(err)
	return []tls.Certificate{pair}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
