import { z } from 'zod'
import { areas } from '../../../src/areas/index.ts'
import { openApiDocument } from '../../../src/edges/rest/openapi.ts'

/** The parts of a JSON schema from which values are generated. */
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

/** An operation of the OpenAPI document. */
export interface DescribedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The schema of a JSON body. */
  readonly body: Schema | undefined
  /** The schema of a form's parts. */
  readonly form: Schema | undefined
}

const { paths, components } = DocumentShape.parse(openApiDocument(areas))

/** All operations of this server's OpenAPI document. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body: requestBody?.content['application/json']?.schema,
    form: requestBody?.content['multipart/form-data']?.schema,
  })),
)

/** Follows a `$ref` to the schema that it names. */
export function resolveSchema(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const found = components.schemas[name]
  if (!found) throw new Error(`the document has no schema ${name}`)
  return resolveSchema(found)
}
