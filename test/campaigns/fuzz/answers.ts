import { z } from 'zod'
import { contract } from '../../../src/contract/index.ts'
import {
  type Binary,
  type Empty,
  type Operation,
  parseResult,
  type Redirect,
  type Table,
  type Text,
} from '../../../src/contract/operation.ts'
import { inRoutingOrder } from '../../../src/contract/routing.ts'
import type { Answered } from './sending.ts'

const table: Table = contract
const routes = inRoutingOrder(table).map(([name, row]) => ({
  name,
  row,
  method: row.method.toUpperCase(),
  at: routeOf(row),
}))

function routeOf({ path }: Operation): RegExp {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+?')
  return new RegExp(`^${pattern}/?$`, 'i')
}

/** Which operation a request comes to: a part of its path may name another one than was meant. */
export const served = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.at.test(path.split('?')[0] ?? ''))

const Envelope = z.object({ error: z.object({ message: z.string(), status_code: z.int() }) })

/** Answers of 5xx that the interface knows, and the 202 of an analysis that is not ready, by what they say. */
const DOCUMENTED: Readonly<Record<string, readonly [status: number, said: RegExp]>> = {
  getFiles: [500, /./],
  deleteFileVersion: [500, /^409/],
  getFileDataUploadStatus: [504, /./],
  getFileAnalysis: [202, /./],
  getFileAnalysisSecurity: [202, /./],
  getFileAnalysisStandard: [202, /./],
}

const FAULT = 500
const REFUSED = 400
const MOVED = 302

/** What is wrong with an answer; null when nothing is. `path` as it was sent. */
export function wrongWith(method: string, path: string, answered: Answered): string | null {
  const route = served(method, path)
  const [status, said] = DOCUMENTED[route?.name ?? ''] ?? [0, /$^/]
  if (answered.status === status) return wrongEnvelope(answered, said)
  if (answered.status >= FAULT) return `a fault: ${textOf(answered)}`
  if (answered.status >= REFUSED) return wrongEnvelope(answered, /^/)
  return route ? wrongResult(route.row, answered) : 'an answer where nothing is served'
}

function wrongEnvelope(answered: Answered, said: RegExp): string | null {
  if (!isJson(answered)) return `a refusal that is ${answered.headers['content-type']}`
  const { success, data } = Envelope.safeParse(jsonOf(answered))
  if (!success) return `a refusal without the envelope: ${textOf(answered)}`
  if (data.error.status_code !== answered.status) return `status_code ${data.error.status_code} in the body`
  return said.test(data.error.message) ? null : `the message ${data.error.message}`
}

const usual = ({ result }: Operation) => ('kind' in result && result.kind === 'redirect' ? MOVED : 200)

function wrongResult(row: Operation, answered: Answered): string | null {
  if ('kind' in row.result && row.result.kind === 'binary') return wrongBytes(answered)
  if (answered.status !== (row.status ?? usual(row))) return 'an undeclared status'
  return 'kind' in row.result ? wrongPlain(row.result, answered) : wrongJson(row, answered)
}

const wrongBytes = ({ headers, status }: Answered) =>
  headers['content-type'] || status === MOVED ? null : 'bytes without a type'

function wrongPlain(result: Empty | Text | Redirect | Binary, { headers }: Answered): string | null {
  if (result.kind === 'redirect') return headers.location === undefined ? 'no address to go on to' : null
  if (result.kind === 'text') return headers['content-type']?.includes(result.type) ? null : 'another type of text'
  return headers['content-length'] === '0' ? null : 'an empty answer without Content-Length: 0'
}

function wrongJson(row: Operation, answered: Answered): string | null {
  if (!isJson(answered)) return `a result that is ${answered.headers['content-type']}`
  try {
    parseResult(row, jsonOf(answered))
    return null
  } catch (error) {
    return `a result that does not fit: ${error instanceof z.ZodError ? z.prettifyError(error) : error}`
  }
}

const isJson = ({ headers }: Answered) => headers['content-type']?.includes('application/json') ?? false

function jsonOf({ bytes }: Answered): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const SHOWN = 300
const textOf = ({ bytes }: Answered) => bytes.subarray(0, SHOWN).toString('utf8')
