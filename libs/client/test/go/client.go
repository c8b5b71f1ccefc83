package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Client sends requests to the administration API. The documents are those of documents.go, which quicktype
// makes of the named schemas of the API description.
type Client struct {
	// Root is the address of the API, without a slash at its end.
	Root string
	// Secret is the shared secret.
	Secret string
}

// Refusal is an answer that is no success.
type Refusal struct {
	Status int
	Error
}

func (r *Refusal) String() string {
	return fmt.Sprintf("%d %s: %s (%s)", r.Status, r.Exception, r.Message, r.Resource)
}

// Send sends a document, unless it is nil, and reads the one of the answer into result, unless that is nil.
func (c *Client) Send(method, path string, document, result any) (*Refusal, error) {
	body, err := encoded(document)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, c.Root+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", c.Secret)
	request.Header.Set("Accept", "application/json")
	if document != nil {
		request.Header.Set("Content-Type", contentType(method))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode >= 300 {
		refusal := &Refusal{Status: response.StatusCode}
		return refusal, decoder.Decode(&refusal.Error)
	}
	if result == nil {
		return nil, nil
	}
	decoder.DisallowUnknownFields()
	return nil, decoder.Decode(result)
}

func encoded(document any) ([]byte, error) {
	if document == nil {
		return nil, nil
	}
	return json.Marshal(document)
}

func contentType(method string) string {
	if strings.EqualFold(method, http.MethodPatch) {
		return "application/merge-patch+json"
	}
	return "application/json"
}
