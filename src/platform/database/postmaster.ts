import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isAlive, isTaken, readIfThere, signal, waitUntil } from './processes.ts'

/** What the file postmaster.pid says of the server that runs, or ran, on a database folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `stopping`; empty right after its start. */
  readonly state: string
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid')

/** Null when there is no such file. The lines are those of PostgreSQL's miscadmin.h. */
export function readPostmaster(folder: string): Postmaster | null {
  const lines = readIfThere(pidFile(folder)).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), state: (lines[7] ?? '').trim() } : null
}

/** Whether the process lives and is the PostgreSQL of this folder: pids are given again. */
export function isPostmasterOf(folder: string, pid: number): boolean {
  const command = commandOf(pid)
  return isAlive(pid) && /postgres/.test(command) && command.includes(` ${realpathSync(folder)} `)
}

/**
 * Mends a leftover file with which PostgreSQL would refuse to start: an empty one, or one whose pid now belongs to
 * somebody else (or to a zombie). That one can't go: it is by its other lines that PostgreSQL finds the processes of a
 * killed postmaster that still write. With the pid of its own parent in it PostgreSQL looks at those, and starts.
 */
export function mendPidFile(folder: string): void {
  const left = readPostmaster(folder)
  if (!left) rmSync(pidFile(folder), { force: true })
  else if (isTaken(left.pid) && !isPostmasterOf(folder, left.pid)) disown(folder)
}

function disown(folder: string): void {
  const [, ...rest] = readFileSync(pidFile(folder), 'utf8').split('\n')
  writeFileSync(pidFile(folder), [String(process.pid), ...rest].join('\n'))
}

/** How long a fast shutdown (it writes a checkpoint), then an immediate one may take, in milliseconds. */
export interface Patience {
  readonly fast: number
  readonly immediate: number
}

const KILLING = 1_000

/** Stops a postmaster: politely, at once, by force. Nothing that was committed is lost by any of them. */
export async function haltPostmaster(pid: number, patience: Patience): Promise<void> {
  const gone = () => !isAlive(pid)
  if (gone()) return
  signal(pid, 'SIGINT')
  if (await waitUntil(gone, patience.fast)) return
  signal(pid, 'SIGQUIT')
  if (await waitUntil(gone, patience.immediate)) return
  signal(pid, 'SIGKILL')
  if (await waitUntil(gone, KILLING)) return
  throw new Error(`PostgreSQL (pid ${pid}) does not stop.`)
}
