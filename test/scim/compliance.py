"""Runs scim2-tester against a SCIM service: compliance.py ADDRESS TOKEN. Prints the counts of results as JSON."""

import collections
import json
import sys
import time

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

address, token = sys.argv[1:3]


class Patient(httpx2.Client):
    """Waits as the service asks for, when it has sent more requests than are allowed."""

    def send(self, request, **options):
        response = super().send(request, **options)
        while response.status_code == 429:
            time.sleep(int(response.headers["Retry-After"]))
            response = super().send(request, **options)
        return response


client = Patient(base_url=address, headers={"Authorization": "Bearer " + token}, timeout=60)
results = check_server(SyncSCIMClient(client))
for one in results:
    if one.status.name not in ("SUCCESS", "SKIPPED"):
        print(one.status.name, one.resource_type, one.title, one.reason, file=sys.stderr)
print(json.dumps(collections.Counter(one.status.name for one in results)))
