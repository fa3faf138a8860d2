import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { pathParameters } from '../../contract/ids.ts'
import { areas } from '../../contract/index.ts'
import type { Access, Operation } from '../../contract/operation.ts'
import { ErrorEnvelope } from '../../contract/shapes/error.ts'

/** Under which heading the documents show an area. */
const TAGS: Record<keyof typeof areas, string> = {
  accounts: 'Authentication and account',
  users: 'Users',
  friends: 'Friends',
  notifications: 'Notifications',
  files: 'Files and uploads',
  worlds: 'Worlds',
  instances: 'Instances',
  favorites: 'Favorites',
  invites: 'Invites',
  moderation: 'Player moderation',
  props: 'Props and prints',
  prints: 'Props and prints',
  reports: 'Authentication and account',
  system: 'Miscellaneous',
}

const isArea = (name: string): name is keyof typeof areas => name in areas

const SESSION = [{ authCookie: [] }]
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  optional: [{}, ...SESSION],
  login: [{ authHeader: [] }, { authHeader: [], twoFactorAuthCookie: [] }, ...SESSION],
  unfinished: SESSION,
  session: SESSION,
  admin: SESSION,
}

/** Every refusal has the same envelope; what differs is the status and when it is sent. */
const REFUSALS = {
  400: 'The input is not accepted; the message names the field.',
  401: 'There is no session, or it still owes its second factor.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or none that the caller may see.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many tries; Retry-After says in how many seconds the next can succeed.',
  default: 'Any other refusal.',
}
type Refusal = keyof typeof REFUSALS
const componentOf = (status: string) => (status === 'default' ? 'Refusal' : `Refusal${status}`)

const BYTES = { type: 'string' as const, format: 'binary' }

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const isParameter = (name: string): name is keyof typeof pathParameters => name in pathParameters

function pathShape(path: string) {
  const names = parameterNames(path).filter(isParameter)
  return z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name].schema])))
}

/** Headers and cookies that rows read are credentials; the security schemes describe them. */
function request({ path, query, body, form, bodyOptional }: Operation) {
  return {
    params: pathShape(path),
    ...(query && { query }),
    ...(form && { body: { content: { 'multipart/form-data': { schema: form } }, required: true } }),
    ...(body && { body: { content: json(body), required: !bodyOptional } }),
  }
}

function success({ result }: Operation): ResponseConfig {
  if (!('kind' in result)) return { description: 'Done.', content: json(result) }
  if (result.kind === 'binary') return { description: 'The bytes.', content: { [result.type]: { schema: BYTES } } }
  if (result.kind === 'text') return { description: 'Done.', content: { [result.type]: { schema: z.string() } } }
  const headers = { Location: { schema: { type: 'string' as const } } }
  return result.kind === 'redirect' ? { description: 'Go on there.', headers } : { description: 'Done; no body.' }
}

function refusals({ access, path, query, ...row }: Operation) {
  const body = row.body ?? row.form
  const named = parameterNames(path).length > 0
  const applies: Record<Refusal, boolean> = {
    400: Boolean(query ?? body),
    401: access !== 'optional',
    403: access === 'admin' || (named && access === 'session'),
    404: named,
    413: Boolean(body),
    415: Boolean(body),
    429: access === 'login' || access === 'unfinished' || Boolean(body),
    default: true,
  }
  const reference = (status: string) => [status, { $ref: `#/components/responses/${componentOf(status)}` }] as const
  return Object.entries(applies).flatMap(([status, holds]) => (holds ? [reference(status)] : []))
}

const route = (operationId: string, tag: string, row: Operation): RouteConfig => ({
  method: row.method,
  path: row.path,
  operationId,
  summary: row.summary,
  tags: [tag],
  security: SECURITY[row.access],
  ...(row.deprecated && { deprecated: true }),
  request: request(row),
  responses: { [row.status ?? 200]: success(row), ...Object.fromEntries(refusals(row)) },
})

function describeSecurity(registry: OpenAPIRegistry) {
  registry.registerComponent('securitySchemes', 'authCookie', { type: 'apiKey', in: 'cookie', name: 'auth' })
  registry.registerComponent('securitySchemes', 'authHeader', { type: 'http', scheme: 'basic' })
  registry.registerComponent('securitySchemes', 'twoFactorAuthCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: 'twoFactorAuth',
  })
}

function describeRefusals(registry: OpenAPIRegistry) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  for (const [status, description] of Object.entries(REFUSALS)) {
    registry.registerComponent('responses', componentOf(status), { description, content })
  }
}

/** The OpenAPI 3.1 document of the whole contract. */
export function openApiDocument() {
  const registry = new OpenAPIRegistry()
  describeSecurity(registry)
  describeRefusals(registry)
  for (const area of Object.keys(areas).filter(isArea)) {
    for (const [name, row] of Object.entries(areas[area])) registry.registerPath(route(name, TAGS[area], row))
  }
  const envelope = { type: 'schema' as const, schema: ErrorEnvelope }
  return new OpenApiGeneratorV31([envelope, ...registry.definitions]).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Plaza', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api/1' }],
    tags: [...new Set(Object.values(TAGS))].map((name) => ({ name })),
  })
}
