import { describe, expect, it } from 'vitest'
import { areaCycles, importsOf, readSources } from '../../src/tools/importGraph.ts'
import { breaches } from './importRules.ts'

const imports = importsOf(readSources())

describe('the import rule', () => {
  it('holds for every file of src', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(breaches(imports)).toEqual([])
  })

  it('finds no cycle between areas', () => {
    expect(areaCycles(imports)).toEqual([])
  })
})

/** The violations of a file with a single import. */
const breachesOf = (file: string, text: string) => breaches(importsOf(new Map([[file, text]])))

describe('the check of the import rule', () => {
  it.each([
    ['src/contract/users.ts', "import { transact } from '../kernel/transaction.ts'"],
    ['src/contract/users.ts', "import type { Prisma } from '../generated/prisma/client.ts'"],
    ['src/kernel/ids.ts', "import { users } from '../areas/users/users.ts'"],
    ['src/areas/users/users.ts', "import { z } from 'zod'"],
    ['src/areas/users/users.ts', "import type Koa from 'koa'"],
    ['src/areas/users/users.ts', "import { GraphQLError } from 'graphql'"],
    ['src/areas/users/users.ts', "import { UserId } from '../../contract/ids.ts'"],
    ['src/areas/users/policy.ts', "export { userWire } from './wire.ts'"],
    ['src/areas/users/users.ts', "const later = () => import('../../platform/database.ts')"],
    ['src/areas/users/users.ts', "type Later = import('../../contract/users.ts').User"],
    ['src/areas/users/rest.ts', "import { mount } from '../../edges/rest/mount.ts'"],
    ['src/areas/users/rest.ts', "import type { Context } from 'koa'"],
    ['src/areas/users/wire.ts', "import { z } from 'zod'"],
    ['src/areas/users/graph/user.ts', "import { userWire } from '../wire.ts'"],
    ['src/areas/users/jobs.ts', "import { openJobs } from '../../platform/jobs.ts'"],
    ['src/edges/rest/mount.ts', "import { openDatabase } from '../../platform/database.ts'"],
    ['src/edges/rest/mount.ts', "import { type Platform } from '../../platform/platform.ts'"],
    ['src/edges/rest/mount.ts', "import { usersRest } from '../../areas/users/rest.ts'"],
    ['src/platform/jobs.ts', "import { users } from '../areas/users/users.ts'"],
    ['src/settings.ts', "import { makeApp } from './app.ts'"],
    ['src/app.ts', "import { usersRest } from './areas/users/rest.ts'"],
    ['src/app.ts', "import { usersArea } from './areas/users/index.ts'"],
    ['src/areas/users/users.ts', "import { areas } from '../index.ts'"],
    ['src/areas/worlds/index.ts', "import { usersArea } from '../users/index.ts'"],
    ['src/edges/graphql/schema.ts', "import '../../areas/users/graph/user.ts'"],
    ['src/elsewhere/users.ts', "import { newId } from '../kernel/ids.ts'"],
  ])('reports the forbidden import of %s: %s', (file, text) => {
    expect(breachesOf(file, text)).toHaveLength(1)
  })

  it.each([
    ['src/contract/users.ts', "import { z } from 'zod'\nimport { isId } from '../kernel/ids.ts'"],
    ['src/areas/users/users.ts', "import { tags } from '../accounts/tags.ts'\nimport { v7 } from 'uuid'"],
    ['src/areas/users/wire.ts', "import type { z } from 'zod'\nimport { User } from '../../contract/shapes/user.ts'"],
    ['src/areas/users/graph/user.ts', "import { builder } from '../../../edges/graphql/builder.ts'"],
    [
      'src/edges/rest/mount.ts',
      "import type { Platform } from '../../platform/platform.ts'\nimport Router from '@koa/router'",
    ],
    ['src/app.ts', "import { areas } from './areas/index.ts'\nimport { mount } from './edges/rest/mount.ts'"],
    ['src/areas/users/index.ts', "import { usersRest } from './rest.ts'\nimport './graph/user.ts'"],
    ['src/areas/index.ts', "import { usersArea } from './users/index.ts'"],
  ])('accepts the allowed imports of %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([])
  })

  it('catches a cycle between areas, however long, and overlooks types', () => {
    const file = (area: string, other: string, type = '') =>
      [`src/areas/${area}/${area}.ts`, `import ${type} { x } from '../${other}/${other}.ts'`] as const
    const ring = importsOf(new Map([file('a', 'b'), file('b', 'c'), file('c', 'a')]))
    expect(areaCycles(ring)).toEqual(['a → b → c → a'])
    const open = importsOf(new Map([file('a', 'b'), file('b', 'c'), file('c', 'a', 'type')]))
    expect(areaCycles(open)).toEqual([])
  })
})
