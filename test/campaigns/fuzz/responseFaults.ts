import { z } from 'zod'
import { contract } from '../../../src/areas/index.ts'
import {
  type Binary,
  type Empty,
  inRoutingOrder,
  type Operation,
  parseResult,
  type Redirect,
  type Table,
  type Text,
} from '../../../src/contract/operation.ts'
import type { FuzzResponse } from './httpClient.ts'

const table: Table = contract
const routes = inRoutingOrder(table).map(([name, row]) => ({
  name,
  row,
  method: row.method.toUpperCase(),
  pattern: routeOf(row),
}))

function routeOf({ path }: Operation): RegExp {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+?')
  return new RegExp(`^${pattern}/?$`, 'i')
}

/** Finds the operation that serves a request; a hostile path may reach another one than intended. */
export const routeFor = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.pattern.test(path.split('?')[0] ?? ''))

const Envelope = z.object({ error: z.object({ message: z.string(), status_code: z.int() }) })

/** Documented error statuses that are no faults, by operation, with the messages that they must have. */
const DOCUMENTED_ERRORS: Readonly<Record<string, readonly [status: number, message: RegExp]>> = {
  getFiles: [500, /./],
  deleteFileVersion: [500, /^409/],
  getFileDataUploadStatus: [504, /./],
  getFileAnalysis: [202, /./],
  getFileAnalysisSecurity: [202, /./],
  getFileAnalysisStandard: [202, /./],
}

const INTERNAL_ERROR = 500
const BAD_REQUEST = 400
const NOT_FOUND = 404
const FOUND = 302

/** Describes what is wrong with a response, or null. `path` is the path as sent, below `/api/1`. */
export function responseFault(method: string, path: string, response: FuzzResponse): string | null {
  const route = routeFor(method, path)
  const [status, message] = DOCUMENTED_ERRORS[route?.name ?? ''] ?? [0, /$^/]
  if (response.status === status) return envelopeFault(response, message)
  if (response.status === NOT_FOUND && route?.row.emptyNotFound) return emptyFault(response)
  if (response.status >= INTERNAL_ERROR) return `an internal error: ${textOf(response)}`
  if (response.status >= BAD_REQUEST) return envelopeFault(response, /^/)
  return route ? resultFault(route.row, response) : 'a success at a path without an operation'
}

function envelopeFault(response: FuzzResponse, message: RegExp): string | null {
  if (!isJson(response)) return `a refusal that is ${response.headers['content-type']}`
  const { success, data } = Envelope.safeParse(jsonOf(response))
  if (!success) return `a refusal without the envelope: ${textOf(response)}`
  if (data.error.status_code !== response.status) return `status_code ${data.error.status_code} in the body`
  return message.test(data.error.message) ? null : `the message ${data.error.message}`
}

const defaultStatus = ({ result }: Operation) => ('kind' in result && result.kind === 'redirect' ? FOUND : 200)

function resultFault(row: Operation, response: FuzzResponse): string | null {
  if ('kind' in row.result && row.result.kind === 'binary') return bytesFault(response)
  if (response.status !== (row.status ?? defaultStatus(row))) return 'an undeclared status'
  return 'kind' in row.result ? plainFault(row.result, response) : jsonFault(row, response)
}

const bytesFault = ({ headers, status }: FuzzResponse) =>
  headers['content-type'] || status === FOUND ? null : 'bytes without a content type'

function plainFault(result: Empty | Text | Redirect | Binary, { headers }: FuzzResponse): string | null {
  if (result.kind === 'redirect') return headers.location === undefined ? 'a redirect without a location' : null
  if (result.kind === 'text')
    return headers['content-type']?.includes(result.type) ? null : 'text of an undeclared type'
  return emptyFault({ headers })
}

const emptyFault = ({ headers }: Pick<FuzzResponse, 'headers'>) =>
  headers['content-length'] === '0' ? null : 'an empty response without Content-Length: 0'

function jsonFault(row: Operation, response: FuzzResponse): string | null {
  if (!isJson(response)) return `a result that is ${response.headers['content-type']}`
  try {
    parseResult(row, jsonOf(response))
    return null
  } catch (error) {
    return `a result that does not fit: ${error instanceof z.ZodError ? z.prettifyError(error) : error}`
  }
}

const isJson = ({ headers }: FuzzResponse) => headers['content-type']?.includes('application/json') ?? false

function jsonOf({ bytes }: FuzzResponse): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Bytes of a response that a fault quotes. */
const EXCERPT = 300
const textOf = ({ bytes }: FuzzResponse) => bytes.subarray(0, EXCERPT).toString('utf8')
