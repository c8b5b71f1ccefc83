"""Sends requests to the administration API. The documents are those of documents.py, which quicktype makes of
the named schemas of the API description."""

import json
import re
import urllib.error
import urllib.request
from typing import Any, Dict, Iterator, Optional


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, error: Dict[str, Any]) -> None:
        super().__init__(f"{status} {error.get('message')}")
        self.status = status
        self.error = error


class Answer:
    """The headers of a success, and its document as JSON or its text."""

    def __init__(self, headers: Any, text: str) -> None:
        self.headers = headers
        self.text = text

    @property
    def document(self) -> Any:
        return json.loads(self.text)


class Client:
    """@param root: address of the API, without a slash at its end; authorization: as in the header"""

    def __init__(self, root: str, authorization: str) -> None:
        self.root = root
        self.authorization = authorization

    def send(
        self, method: str, path: str, document: Any = None, headers: Optional[Dict[str, str]] = None
    ) -> Answer:
        """A document is sent as JSON, a text as it is."""
        sent = {"Authorization": self.authorization, "Accept": "application/json", **(headers or {})}
        body = None
        if document is not None:
            body = (document if isinstance(document, str) else json.dumps(document)).encode()
            kind = "merge-patch+json" if method == "PATCH" else "json"
            sent.setdefault("Content-Type", f"application/{kind}")
        request = urllib.request.Request(self.root + path, body, sent, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return Answer(answer.headers, answer.read().decode())
        except urllib.error.HTTPError as refused:
            raise Refusal(refused.code, json.loads(refused.read())) from None

    def pages(self, path: str) -> Iterator[Any]:
        """The documents of a list, page by page; of the link only the cursor counts."""
        following: Optional[str] = path
        while following is not None:
            answer = self.send("GET", following)
            yield answer.document
            cursor = re.search(r'[?&](after=[^&>]+)[^>]*>; rel="next"', answer.headers.get("Link", ""))
            following = f"{path}&{cursor.group(1)}" if cursor else None
