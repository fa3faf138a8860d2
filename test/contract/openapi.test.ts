import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areas } from '../../src/areas/index.ts'
import { openApiDocument } from '../../src/edges/rest/openapi.ts'
import {
  additionalOperations,
  addressOperations,
  documentedOperations,
  servedOperations,
} from './documentedOperations.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(10),
  tags: z.array(z.string()).length(1),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']) })).default([]),
  responses: z.record(z.string(), z.unknown()),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
})

const text = JSON.stringify(openApiDocument(areas))
const { paths, components } = Document.parse(JSON.parse(text))

describe('the OpenAPI document', () => {
  it('has every operation under its method and path', () => {
    const expected = documentedOperations.filter(({ name }) => servedOperations.includes(name))
    for (const { name, method, path } of expected) expect(paths[path]?.[method]?.operationId).toBe(name)
    expect(Object.values(paths).flatMap((item) => Object.keys(item))).toHaveLength(
      servedOperations.length + additionalOperations.length + addressOperations.length,
    )
  })

  it('declares every path parameter', () => {
    for (const [path, item] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const { parameters } of Object.values(item)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
      }
    }
  })

  it('has a success and an error response for every operation', () => {
    for (const { operationId, responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
      const statuses = Object.keys(responses)
      expect(statuses, operationId).toContain('default')
      expect(
        statuses.some((status) => /^[23]/.test(status)),
        operationId,
      ).toBe(true)
    }
  })

  it('marks operations of shipped clients and of the extended documents', () => {
    const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
    const { paths: items } = document.parse(JSON.parse(text))
    expect(items['/users/active']?.get).toMatchObject({ 'x-origin': 'extended' })
    expect(items['/profile/{userId}']?.put).toMatchObject({ 'x-origin': 'client' })
    expect(items['/users']?.get).not.toHaveProperty('x-origin')
  })

  it('describes n and offset as integers with their limits', () => {
    expect(paths['/userNotes']?.get?.parameters).toMatchObject([
      { name: 'n', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 60 } },
      { name: 'offset', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
    ])
  })

  it('has no dangling $ref', () => {
    const names = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? ''))
    expect([...names].filter((name) => !(name in components.schemas))).toEqual([])
  })

  it('has valid JSON Schemas', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }))
    const root = { $id: 'plaza', components }
    ajv.addSchema(root)
    for (const name of Object.keys(components.schemas)) {
      expect(() => ajv.compile({ $ref: `plaza#/components/schemas/${name}` }), name).not.toThrow()
    }
  })
})
