import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { lookUp } from '../kernel/maps.ts'
import type { Settings } from '../settings.ts'
import { findPortHolder } from './portHolder.ts'

type KnownSettings = Pick<Settings, 'HOST' | 'PORT' | 'METRICS_HOST' | 'METRICS_PORT' | 'DATA_DIR' | 'DATABASE_URL'>
/** An error of the system or of PostgreSQL. */
type CodedError = Error & NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }
/** Tells what an error means and the remedy; undefined if it is another error. */
type Explanation = (error: CodedError, settings: KnownSettings) => string | undefined

/** The message of an error that ends a start or a command, with the remedy if it or one of its causes is known. */
export function explainStartError(error: unknown, settings: KnownSettings): string {
  const explained = causesOf(error).flatMap((cause) => EXPLANATIONS.map((explain) => explain(cause, settings)))
  return explained.find((text) => text !== undefined) ?? (error instanceof Error ? error.message : String(error))
}

const MAX_DEPTH = 6

function causesOf(error: unknown, depth = 0): CodedError[] {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return []
  return [error, ...causesOf(error.cause, depth + 1)]
}

const isListenError = ({ syscall }: CodedError) => syscall === 'listen' || syscall === 'bind'

/** The settings of the port that could not be opened, and their values. */
const portOf = ({ port }: CodedError, { HOST, PORT, METRICS_HOST, METRICS_PORT }: KnownSettings) =>
  port !== undefined && port !== PORT && port === METRICS_PORT
    ? { name: 'METRICS_PORT', port: METRICS_PORT, hostName: 'METRICS_HOST', host: METRICS_HOST }
    : { name: 'PORT', port: PORT, hostName: 'HOST', host: HOST }

const takenPort: Explanation = (error, settings) => {
  if (!isListenError(error) || error.code !== 'EADDRINUSE') return
  const { name, port, host } = portOf(error, settings)
  const holder = findPortHolder(port)
  const who = holder ? `the process ${holder.pid} (${holder.command})` : 'another process'
  return `${name} is ${port}, on which ${who} listens at ${host} (EADDRINUSE). Stop it, or set ${name} to a free port.`
}

const refusedPort: Explanation = (error, settings) => {
  if (!isListenError(error) || error.code !== 'EACCES') return
  const { name, port } = portOf(error, settings)
  return `${name} is ${port}, which this user can't open (EACCES): below 1024 only root can. Set ${name} to a higher one, with a reverse proxy in front.`
}

const foreignHost: Explanation = (error, settings) => {
  const { hostName, host } = portOf(error, settings)
  const isUnknown = error.syscall === 'getaddrinfo' && error.message.endsWith(` ${host}`)
  const isForeign = isListenError(error) && error.code === 'EADDRNOTAVAIL'
  return isUnknown || isForeign
    ? `${hostName} is ${host}, which is no address of this machine (${error.code}). Set ${hostName} to one of them, or to 0.0.0.0 for all.`
    : undefined
}

const dataFolder: Explanation = (error, { DATA_DIR }) => {
  const { code = '', path = '', syscall } = error
  if (!isNear(path, DATA_DIR) || (code === 'ENOENT' && syscall !== 'mkdir')) return
  const remedy = lookUp(FOLDER_REMEDIES, code === 'ENOENT' ? refusalOf(DATA_DIR) : code)?.(DATA_DIR)
  return remedy && `DATA_DIR is ${DATA_DIR}, where the server can't work: ${remedy} (${error.message})`
}

/** Whether a path is in the folder, or one of the folders above it. */
const isNear = (path: string, folder: string) => path !== '' && (isIn(path, folder) || isIn(folder, path))
const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The code with which the system refuses to create a folder, which is ENOENT when Node creates those above it, too. */
function refusalOf(folder: string): string {
  try {
    accessSync(nearestFolder(folder), constants.W_OK | constants.X_OK)
    return 'ENOENT'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'ENOENT'
  }
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))

function permissionRemedy(folder: string): string {
  const [user, owner] = [process.getuid?.() ?? 0, statSync(nearestFolder(folder)).uid]
  const whose = owner === user ? '' : `, while ${nearestFolder(folder)} belongs to user id ${owner}`
  const command = existsSync(folder) ? `chown -R ${user} ${folder}` : `install -d -m 700 -o ${user} ${folder}`
  return `the server runs as user id ${user}${whose}. Run as root: ${command}`
}

const noFolder = () => 'a part of that path is a file. Set DATA_DIR to a folder.'
const fullDisk = () => 'its disk is full. Make room, or set DATA_DIR to a folder on a larger disk.'

const FOLDER_REMEDIES: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: permissionRemedy,
  EPERM: permissionRemedy,
  ENOENT: () => 'no folder can be made there. Set DATA_DIR to another one.',
  EROFS: () => 'it is on a read-only file system. Mount it writable, or set DATA_DIR to another folder.',
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
}

const database: Explanation = (error, { DATABASE_URL: url = '' }) =>
  explainRefusal(error, { url, name: 'DATABASE_URL' })

/** A URL of a database, and what messages call it. */
interface NamedUrl {
  readonly url: string
  readonly name: string
}

/** Tells why a database refuses, with the remedy, if the error or one of its causes is known. */
export const explainDatabaseRefusal = (error: unknown, from: NamedUrl): string | undefined =>
  causesOf(error)
    .map((cause) => explainRefusal(cause, from))
    .find((text) => text !== undefined)

function explainRefusal({ code = '', message }: CodedError, { url, name }: NamedUrl): string | undefined {
  if (url === '') return
  const cause = /^SASL: .*client password must be a string/.test(message) ? NO_PASSWORD : code
  const remedy = lookUp(DATABASE_REMEDIES, cause)?.(namesIn(url), name)
  return remedy ? `The database at ${name} refuses: ${message}. ${remedy}` : undefined
}

interface DatabaseNames {
  readonly user: string
  readonly name: string
}

function namesIn(url: string): DatabaseNames {
  const { username, pathname } = new URL(url)
  const user = decodeURIComponent(username)
  return { user, name: decodeURIComponent(pathname.slice(1)) || user }
}

/** `setting` is what messages call the URL. */
type Remedy = (names: DatabaseNames, setting: string) => string

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Key for an error of the driver, which has no code. */
const NO_PASSWORD = 'no password'

const wrongLogin: Remedy = ({ user }, setting) =>
  `Correct user and password in ${setting}, whose special characters must be percent-encoded; or set the password: ALTER ROLE ${quoted(user)} PASSWORD '…'.`

/** Remedies by SQLSTATE. */
const DATABASE_REMEDIES: Readonly<Record<string, Remedy>> = {
  '3D000': ({ user, name }, setting) =>
    `Create it: CREATE DATABASE ${quoted(name)} OWNER ${quoted(user)} ENCODING 'UTF8' TEMPLATE template0; or correct ${setting}.`,
  '42501': ({ user, name }) =>
    `Its user must own the database: ALTER DATABASE ${quoted(name)} OWNER TO ${quoted(user)}.`,
  '25006': (_names, setting) =>
    `Let ${setting} lead to the primary server, or set default_transaction_read_only to off.`,
  '28P01': wrongLogin,
  '28000': wrongLogin,
  [NO_PASSWORD]: (_names, setting) => `${setting} names no password: postgresql://user:password@host:5432/plaza.`,
}

const EXPLANATIONS: readonly Explanation[] = [takenPort, refusedPort, foreignHost, dataFolder, database]
