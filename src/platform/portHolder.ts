import { readdirSync, readlinkSync } from 'node:fs'
import { commandLineOf, readFileOrEmpty } from './processes.ts'

interface PortHolder {
  readonly pid: number
  readonly command: string
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** Column of a line of these tables, and its value for a socket that listens. */
const [LOCAL_ADDRESS, STATE, INODE, LISTENS] = [1, 3, 9, '0A']

/**
 * The process of this machine that listens on the port; null when it belongs to another user, whose processes only root can
 * inspect, and on systems other than Linux.
 */
export function findPortHolder(port: number): PortHolder | null {
  const sockets = new Set(TABLES.flatMap((table) => listenersIn(readFileOrEmpty(table), port)))
  const pid = sockets.size > 0 ? pids().find((one) => openFilesOf(one).some((file) => sockets.has(file))) : undefined
  return pid === undefined ? null : { pid, command: commandLineOf(pid).trim() }
}

function listenersIn(table: string, port: number): string[] {
  const lines = table.split('\n').map((line) => line.trim().split(/\s+/))
  const isListener = (fields: readonly string[]) =>
    fields[STATE] === LISTENS && Number.parseInt(fields[LOCAL_ADDRESS]?.split(':')[1] ?? '', 16) === port
  return lines.filter(isListener).map((fields) => `socket:[${fields[INODE]}]`)
}

const pids = () => namesIn('/proc').map(Number).filter(Number.isInteger)

const openFilesOf = (pid: number) => namesIn(`/proc/${pid}/fd`).map((name) => linkOrEmpty(`/proc/${pid}/fd/${name}`))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkOrEmpty(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
