import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readFileOrEmpty } from '../../processes.ts'

/** The system user of PostgreSQL, which refuses to run as root. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** A command that runs as another user. */
export interface LaunchCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly options: Partial<SystemUser>
}

/** Null unless this process is root: PostgreSQL runs as the same user then. */
export function findPostgresUser(databaseFolder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  const standing = ownerOf(databaseFolder)
  if (standing && standing.uid !== 0) return standing
  const owner = systemUserNamed('postgres') ?? systemUserNamed('nobody')
  if (!owner)
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user postgres nor nobody. Start as another user, or set DATABASE_URL.',
    )
  return owner
}

function ownerOf(path: string): SystemUser | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null
}

function systemUserNamed(name: string): SystemUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/**
 * The command that runs `program` as the owner. When the owner can't access one of `paths` (a clone under /root, a folder of
 * mode 0700), the program keeps the capability to read it, so that no folder's mode must be changed.
 */
export function launchAs(
  owner: SystemUser | null,
  paths: readonly string[],
  program: string,
  args: readonly string[],
): LaunchCommand {
  if (!owner) return { program, args, options: {} }
  if (paths.every((path) => canReach(owner, path))) return { program, args, options: owner }
  const capability = findReadCapability()
  const pass = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    NO_SETUID_FIXUP,
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ]
  return { program: 'setpriv', args: [...pass, program, ...args], options: {} }
}

/** Keeps the capability effective for access(2), by which PostgreSQL checks its binaries. */
const NO_SETUID_FIXUP = '--securebits=+no_setuid_fixup'

const [EXECUTE, READ] = [1, 4]

function canReach(owner: SystemUser, path: string): boolean {
  const folders = parentsOf(path)
  return allows(owner, path, READ) && folders.every((folder) => allows(owner, folder, EXECUTE))
}

function parentsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [parent, ...parentsOf(parent)]
}

function allows(owner: SystemUser, path: string, bit: number): boolean {
  const { mode, uid, gid } = statSync(path)
  if (uid === owner.uid) return (mode & (bit << 6)) !== 0
  if (gid === owner.gid) return (mode & (bit << 3)) !== 0
  return (mode & bit) !== 0
}

/** Bits of the capability sets in /proc, see capabilities(7). Containers often have only the broader capability. */
const CAPABILITIES = [
  { name: 'dac_read_search', bit: 2 },
  { name: 'dac_override', bit: 1 },
]

function findReadCapability(): string {
  const permitted = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileOrEmpty('/proc/self/status'))?.[1] ?? '0'
  const held = CAPABILITIES.find(({ bit }) => (BigInt(`0x${permitted}`) >> BigInt(bit)) & 1n)
  if (held) return held.name
  throw new Error(
    "The user that PostgreSQL must run as can't enter the folder of this installation or of DATA_DIR. Move them where every user can enter, or start as another user.",
  )
}
