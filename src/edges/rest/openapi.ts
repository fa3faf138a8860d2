import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { pathParameters } from '../../contract/ids.ts'
import type { Access, Operation, Table } from '../../contract/operation.ts'
import { descriptionOf } from '../../contract/shapes/requestFields.ts'
import { ErrorEnvelope } from '../../contract/shapes/response.ts'
import { lookUp } from '../../kernel/maps.ts'

/** Operations with their OpenAPI tag. Several tables may share a tag. */
export interface TaggedTable {
  readonly tag: string
  readonly contract: Table
}

const SESSION = [{ authCookie: [] }]
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  optional: [{}, ...SESSION],
  login: [{ authHeader: [] }, { authHeader: [], twoFactorAuthCookie: [] }, ...SESSION],
  unfinished: SESSION,
  session: SESSION,
  admin: SESSION,
}

/** Error responses, which all have one schema. */
const ERROR_DESCRIPTIONS = {
  400: 'Invalid input; the message names the field.',
  401: 'No session, or one that still requires its second factor.',
  403: 'The caller lacks permission.',
  404: 'The object does not exist or is not visible to the caller.',
  413: 'The body is too large.',
  415: 'The body has an unsupported media type.',
  429: 'Rate limit exceeded; Retry-After is the number of seconds to wait.',
  default: 'Any other error.',
}
type ErrorStatus = keyof typeof ERROR_DESCRIPTIONS
const componentOf = (status: string) => (status === 'default' ? 'Refusal' : `Refusal${status}`)

const BINARY_SCHEMA = { type: 'string' as const, format: 'binary' }

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const isParameter = (name: string): name is keyof typeof pathParameters => Object.hasOwn(pathParameters, name)

function pathShape(path: string) {
  const names = parameterNames(path).filter(isParameter)
  return z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name].schema])))
}

/** Headers and cookies are left out: they are credentials, which the security schemes describe. */
function request({ path, query, body, form, bodyOptional }: Operation) {
  return {
    params: pathShape(path),
    ...(query && { query }),
    ...(form && { body: { content: { 'multipart/form-data': { schema: form } }, required: true } }),
    ...(body && { body: { content: json(body), required: !bodyOptional } }),
  }
}

function success({ result }: Operation): ResponseConfig {
  if (!('kind' in result)) return { description: 'Success.', content: json(result) }
  if (result.kind === 'binary')
    return { description: 'Content of the file.', content: { [result.type]: { schema: BINARY_SCHEMA } } }
  if (result.kind === 'text') return { description: 'Success.', content: { [result.type]: { schema: z.string() } } }
  const headers = { Location: { schema: { type: 'string' as const } } }
  return result.kind === 'redirect' ? { description: 'Redirect.', headers } : { description: 'Success without body.' }
}

function errorResponses({ access, path, query, ...row }: Operation) {
  const body = row.body ?? row.form
  const named = parameterNames(path).length > 0
  const applies: Record<ErrorStatus, boolean> = {
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
  ...(row.origin && { 'x-origin': row.origin }),
  request: request(row),
  responses: { [row.status ?? 200]: success(row), ...Object.fromEntries(errorResponses(row)) },
})

function registerSecuritySchemes(registry: OpenAPIRegistry) {
  registry.registerComponent('securitySchemes', 'authCookie', { type: 'apiKey', in: 'cookie', name: 'auth' })
  registry.registerComponent('securitySchemes', 'authHeader', { type: 'http', scheme: 'basic' })
  registry.registerComponent('securitySchemes', 'twoFactorAuthCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: 'twoFactorAuth',
  })
}

function registerErrorResponses(registry: OpenAPIRegistry) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  for (const [status, description] of Object.entries(ERROR_DESCRIPTIONS)) {
    registry.registerComponent('responses', componentOf(status), { description, content })
  }
}

/** Markdown, with links to the other pages of the server. */
const DESCRIPTION =
  'The REST API, mostly for game clients. Web clients use the [GraphQL API](/docs/graphql). [Start page](/)'

/** Generates the OpenAPI 3.1 document. */
export function openApiDocument(tables: readonly TaggedTable[]) {
  const registry = new OpenAPIRegistry()
  registerSecuritySchemes(registry)
  registerErrorResponses(registry)
  for (const { tag, contract } of tables) {
    for (const [name, row] of Object.entries(contract)) registry.registerPath(route(name, tag, row))
  }
  const envelope = { type: 'schema' as const, schema: ErrorEnvelope }
  const document = new OpenApiGeneratorV31([envelope, ...registry.definitions]).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Plaza', version: '1', license: { name: 'MIT', identifier: 'MIT' }, description: DESCRIPTION },
    servers: [{ url: '/api/1' }],
    tags: [...new Set(tables.map(({ tag }) => tag))].map((name) => ({ name })),
  })
  const schemas = document.components?.schemas ?? {}
  for (const { contract } of tables) {
    for (const { body } of Object.values(contract))
      describeReferences(lookUp(schemas, body?.meta()?.id ?? ''), body?.shape ?? {})
  }
  return document
}

/** Adds descriptions to fields that refer to other components, for which the generator writes only a `$ref`. */
function describeReferences(component: object | undefined, shape: z.ZodRawShape) {
  if (!component || !('properties' in component)) return
  for (const [name, property] of Object.entries(component.properties ?? {})) {
    const rule = lookUp(shape, name)
    const description = rule && descriptionOf(rule)
    if ('$ref' in property && description) Object.assign(property, { description })
  }
}
