import { expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { anUploadedFile, BINARY_FILE } from '../../support/files.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import { query } from '../../support/jams.ts'
import { aUser, type TestUser } from '../../support/users.ts'

it('shows what files use of what they may use, own ones alone', async () => {
  const app = await anApp({ MAX_STORED_BYTES: '1000' })
  const storageOf = async (person: TestUser) =>
    (await query(app, person, '{ viewer { storage { usedBytes allowedBytes usedVersions allowedVersions } } }')).viewer
      .storage
  const [person, other] = [await aUser(app), await aUser(app)]
  const empty = { usedBytes: 0, allowedBytes: 1_000, usedVersions: 0, allowedVersions: 20_000 }
  expect(await storageOf(person)).toEqual(empty)
  await anUploadedFile(app, person, Buffer.alloc(600, 1), BINARY_FILE)
  const used = await storageOf(person)
  expect(used.usedBytes).toBeGreaterThanOrEqual(600)
  expect(used.usedVersions).toBeGreaterThan(0)
  expect(await storageOf(other)).toEqual(empty)
  await expect(anUploadedFile(app, person, Buffer.alloc(600, 2), BINARY_FILE)).rejects.toThrow()
  expect((await storageOf(person)).usedBytes).toBeLessThanOrEqual(1_000)
})

it('is counted once, under however many aliases', async () => {
  const app = await anApp()
  const graph = aGraphClient(app, (await aUser(app)).api)
  const statementsOf = async (aliases: readonly string[]) =>
    countStatements(app, () =>
      graph.send(`{ viewer { ${aliases.map((alias) => `${alias}: storage { usedBytes }`).join(' ')} } }`),
    )
  expect(await statementsOf(['a', 'b', 'c'])).toEqual(await statementsOf(['a']))
})

it('has no bound of bytes where the operator sets none', async () => {
  const app = await anApp({ MAX_STORED_BYTES: '0' })
  const { viewer } = await query(app, await aUser(app), '{ viewer { storage { allowedBytes } } }')
  expect(viewer.storage).toEqual({ allowedBytes: null })
})
