"""The tour of the README for programs in Python, with generated documents and nothing but the standard library."""

import json
import os
import sys
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Dict

from client import Client, Refusal
from documents import (
    GroupBody,
    IssuedKey,
    Job,
    JobResults,
    KeyDraft,
    User,
    UserBody,
    UserPatch,
)


def show(document: object) -> None:
    """One line of JSON for each document that was read."""
    sys.stdout.write(json.dumps(document) + "\n")


def refused(*request: Any) -> Dict[str, Any]:
    try:
        portal.send(*request)
    except Refusal as refusal:
        return {"status": refusal.status, "exception": refusal.error["exception"]}
    raise SystemExit("It was not refused")


api = os.environ["API"]
administrator = Client(api, os.environ["SECRET"])
for name in ("ola", "eve"):
    user = UserBody.from_dict({"username": name, "password": "p1-secret", "name": name.title()})
    administrator.send("POST", "/users", user.to_dict())
crew = GroupBody.from_dict({"name": "Crew", "members": ["ola"], "shared": True})
administrator.send("POST", "/groups", crew.to_dict())

# a key with the scopes that it needs
end = datetime.now(timezone.utc) + timedelta(days=90)
draft = KeyDraft.from_dict(
    {"name": "portal", "scopes": ["users:read", "users:write"], "expires": end.isoformat()}
)
key = IssuedKey.from_dict(administrator.send("POST", "/keys", draft.to_dict()).document)
portal = Client(api, f"Bearer {key.token}")
show({"name": key.name, "scopes": key.scopes})
show(refused("GET", "/groups"))

# a list in pages
asked = "/users?limit=1&sort=username&fields=username,created,locked"
show([[entry["username"] for entry in page["users"]] for page in portal.pages(asked)])

# a change that is only tried
tried = portal.send("DELETE", "/users/ola?dryRun=true")
show({"tried": tried.headers["X-Dry-Run"]})

# a change of what has not changed meanwhile
read = portal.send("GET", "/users/ola")
ola = User.from_dict(read.document)
condition = {"If-Match": read.headers["ETag"]}
patch = UserPatch.from_dict({"email": "ola@example.org"}).to_dict()
changed = User.from_dict(portal.send("PATCH", "/users/ola", patch, condition).document)
show({"name": ola.name, "email": changed.email})
show(refused("PATCH", "/users/ola", {"email": None}, condition))

# a request that is sent again
bo = UserBody.from_dict({"username": "bo", "password": "p3-secret"}).to_dict()
for _ in range(2):
    made = portal.send("POST", "/users", bo, {"Idempotency-Key": "order-4711"})
    show({"replayed": made.headers["Idempotency-Replayed"]})

# a table
table = "username,password,groups\nann,p4-secret,Crew\ncy,,Crew\n"
csv = {"Content-Type": "text/csv"}
job = Job.from_dict(administrator.send("POST", "/jobs?type=users", table, csv).document)
while job.finished is None:
    time.sleep(0.05)
    job = Job.from_dict(administrator.send("GET", f"/jobs/{job.id}").document)
results = JobResults.from_dict(administrator.send("GET", f"/jobs/{job.id}/results").document)
show([[result.line, result.outcome] for result in results.job_results])
