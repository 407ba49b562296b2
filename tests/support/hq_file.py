"""Submits a job definition file of HyperQueue through its Python interface, on two workers; there is no program hq here.

hq_file.py FILE; checks that the file has only what the format has. Ends with 1 if a task failed.
"""
import sys
import tomllib

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

# From the documentation of HyperQueue, "Job Definition File".
OF_JOB = {"name", "stream", "max_fails", "task"}
OF_TASK = {"id", "command", "stdout", "stderr", "task_dir", "time_limit", "priority", "crash_limit", "env", "stdin", "deps",
           "request"}

with open(sys.argv[1], "rb") as file:
    content = tomllib.load(file)
assert set(content) <= OF_JOB, content.keys()
job, tasks = Job(max_fails=None, name=content["name"]), {}
for task in content["task"]:
    assert set(task) <= OF_TASK, task.keys()
    assert all(isinstance(word, str) for word in task["command"]), task
    [request] = task["request"]
    assert set(request) == {"resources"} and set(request["resources"]) <= {"cpus", "mem"}, request
    # A task can only depend on tasks before it.
    deps = [tasks[number] for number in task.get("deps", [])]
    assert task["id"] not in tasks
    tasks[task["id"]] = job.program(
        task["command"], stdout=task.get("stdout"), stderr=task.get("stderr"), deps=deps,
        resources=ResourceRequest(cpus=request["resources"]["cpus"]),
    )
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    client = cluster.client()
    if not client.wait_for_jobs([client.submit(job)], raise_on_error=False):
        sys.exit("a task failed")
