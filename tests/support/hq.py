"""Runs a command for each index below COUNT by HyperQueue, on two workers; the index is its last argument.

hq.py COUNT COMMAND...; ends with 1 where a run failed, after all of them.
"""
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

count, command = int(sys.argv[1]), sys.argv[2:]
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    client = cluster.client()
    job = Job(max_fails=None)
    for index in range(count):
        job.program([*command, str(index)], stdout=None, stderr=None)
    if not client.wait_for_jobs([client.submit(job)], raise_on_error=False):
        sys.exit("a task failed")
