import { z } from 'zod'
import { openApiDocument } from '../../../src/edges/rest/openapi.ts'

/** A schema of the document, as far as values are made from it. */
export interface Schema {
  readonly $ref?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly allOf?: readonly Schema[] | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly items?: Schema | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
}

const SchemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(SchemaShape).optional(),
    allOf: z.array(SchemaShape).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    items: SchemaShape.optional(),
    properties: z.record(z.string(), SchemaShape).optional(),
    required: z.array(z.string()).optional(),
  }),
)

const ParameterShape = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  schema: SchemaShape,
})
export type Parameter = z.output<typeof ParameterShape>

const Content = z.record(z.string(), z.object({ schema: SchemaShape }))
const OperationShape = z.object({
  operationId: z.string(),
  parameters: z.array(ParameterShape).default([]),
  requestBody: z.object({ content: Content }).optional(),
})

const DocumentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), OperationShape)),
  components: z.object({ schemas: z.record(z.string(), SchemaShape) }),
})

/** An operation as the document describes it. */
export interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Of a JSON body, and of the parts of a form. */
  readonly body: Schema | undefined
  readonly form: Schema | undefined
}

const { paths, components } = DocumentShape.parse(openApiDocument())

/** Every operation of the project's own OpenAPI document. */
export const described: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body: requestBody?.content['application/json']?.schema,
    form: requestBody?.content['multipart/form-data']?.schema,
  })),
)

/** The schema itself where it is a reference to one. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const found = components.schemas[name]
  if (!found) throw new Error(`the document has no schema ${name}`)
  return resolved(found)
}
