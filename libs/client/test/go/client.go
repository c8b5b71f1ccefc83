package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
)

// Client sends requests to the administration API. The documents are those of documents.go, which quicktype
// makes of the named schemas of the API description.
type Client struct {
	// Root is the address of the API, without a slash at its end.
	Root string
	// Authorization is the shared secret, or "Bearer " and the token of a key.
	Authorization string
}

// Request is sent as JSON, unless the document is a table.
type Request struct {
	Method, Path string
	Document     any
	Headers      map[string]string
}

// Table is sent as CSV.
type Table string

// Refusal is an answer that is no success.
type Refusal struct {
	Status int
	Error
}

func (r *Refusal) String() string {
	return fmt.Sprintf("%d %s: %s (%s)", r.Status, r.Exception, r.Message, r.Resource)
}

// Send sends a request, and reads the document of the answer into result, unless that is nil.
func (c *Client) Send(r Request, result any) (http.Header, *Refusal, error) {
	body, kind, err := encoded(r)
	if err != nil {
		return nil, nil, err
	}
	request, err := http.NewRequest(r.Method, c.Root+r.Path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Authorization", c.Authorization)
	request.Header.Set("Accept", "application/json")
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	for name, value := range r.Headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode >= 300 {
		refusal := &Refusal{Status: response.StatusCode}
		return response.Header, refusal, decoder.Decode(&refusal.Error)
	}
	if result == nil {
		return response.Header, nil, nil
	}
	decoder.DisallowUnknownFields()
	return response.Header, nil, decoder.Decode(result)
}

var following = regexp.MustCompile(`[?&](after=[^&>]+)[^>]*>; rel="next"`)

// Next is the path of the page behind the one that was answered with these headers; empty behind the last one.
func Next(path string, headers http.Header) string {
	cursor := following.FindStringSubmatch(headers.Get("Link"))
	if cursor == nil {
		return ""
	}
	return path + "&" + cursor[1]
}

// encoded gives the body of a request and its media type.
func encoded(r Request) ([]byte, string, error) {
	switch document := r.Document.(type) {
	case nil:
		return nil, "", nil
	case Table:
		return []byte(document), "text/csv", nil
	}
	body, err := json.Marshal(r.Document)
	if r.Method == http.MethodPatch {
		return body, "application/merge-patch+json", err
	}
	return body, "application/json", err
}
