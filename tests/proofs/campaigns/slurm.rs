//! A Slurm of one node in a directory, without systemd and without munge: it trusts this machine only.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The daemons. They end when this is dropped.
pub(crate) struct Slurm {
    place: TempDir,
    daemons: Vec<Child>,
}

/// Ports that are free now, all different.
fn ports() -> [u16; 2] {
    let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"));
    listeners.map(|listener| listener.local_addr().expect("an address").port())
}

impl Slurm {
    pub(crate) fn start() -> Self {
        let place = TempDir::new().expect("a directory");
        let [controller, node] = ports();
        let here = place.path().display();
        let user = Command::new("id").arg("-un").output().expect("id runs").stdout;
        let user = String::from_utf8(user).expect("UTF-8");
        let user = user.trim();
        // Elements of arrays begin at once only if nothing waits between two rounds of the scheduler.
        let text = format!(
            "ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmctldPort={controller}\nSlurmdPort={node}\n\
             SlurmUser={user}\nSlurmdUser={user}\nAuthType=auth/none\nCredType=cred/none\n\
             StateSaveLocation={here}/state\nSlurmdSpoolDir={here}/spool\n\
             SlurmctldPidFile={here}/slurmctld.pid\nSlurmdPidFile={here}/slurmd.pid\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\nSwitchType=switch/none\n\
             JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n\
             SchedulerType=sched/builtin\nSchedulerParameters=sched_min_interval=0,batch_sched_delay=0\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\nKillWait=5\nJobRequeue=1\nMaxArraySize=21\n\
             NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN\n\
             PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP\n"
        );
        for directory in ["state", "spool"] {
            std::fs::create_dir(place.path().join(directory)).expect("a directory");
        }
        std::fs::write(place.path().join("slurm.conf"), text).expect("a file");
        let mut slurm = Self { place, daemons: Vec::new() };
        slurm.daemon("slurmctld", &["-D"]);
        slurm.daemon("slurmd", &["-D", "-N", "localhost"]);
        let is_idle = || slurm.query("sinfo", &["-h", "-o", "%T"]).contains("idle").then_some(());
        super::wait_for("idle node", is_idle);
        slurm
    }

    pub(crate) fn configuration(&self) -> PathBuf {
        self.place.path().join("slurm.conf")
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        // Debian has the daemons where only root looks.
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let found = std::env::split_paths(&path).map(|place| place.join(program)).find(|file| file.is_file());
        let mut command = Command::new(found.unwrap_or_else(|| program.into()));
        command.args(arguments).env("SLURM_CONF", self.configuration());
        command
    }

    fn daemon(&mut self, program: &str, arguments: &[&str]) {
        let log = std::fs::File::create(self.place.path().join(format!("{program}.log"))).expect("a file");
        let mut command = self.command(program, arguments);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.daemons.push(command.spawn().expect("the daemon starts"));
        std::thread::sleep(Duration::from_millis(300));
    }

    /// What a command prints. A command that fails prints nothing: the controller may be starting.
    pub(crate) fn query(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command(program, arguments).output().expect("the command starts");
        // A failed query must not look like an empty queue.
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { text } else { format!("failed: {text}") }
    }

    pub(crate) fn run(&self, program: &str, arguments: &[&str]) {
        let output = self.command(program, arguments).output().expect("the command starts");
        assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
    }

    pub(crate) fn control(&self, arguments: &[&str]) {
        self.run("scontrol", arguments);
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let jobs = self.query("squeue", &["-h", "-o", "%A"]);
        for job in jobs.lines().filter(|job| job.bytes().all(|byte| byte.is_ascii_digit())) {
            let _ = self.command("scancel", &[job]).output();
        }
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").args(["-TERM", &daemon.id().to_string()]).status();
            let _ = daemon.wait();
        }
    }
}
