import { beforeEach, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aFileWithoutContent, anImage, anUploadedFile, BINARY_FILE, IMAGE_FILE } from '../../support/files.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aPrint, PRINT_TIMESTAMP } from '../../support/props.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const TakePhoto = graphql(`
  mutation TakePhoto($input: UploadPrintInput!) { uploadPrint(input: $input) { print { id } } }
`)
const ChangePhoto = graphql(`
  mutation ChangePhoto($input: EditPrintInput!) { editPrint(input: $input) { print { id url note } } }
`)
const Photos = graphql(`
  query Photos($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Print { id url world { id name } worldName viewerCanUpdate author { id displayName } } }
  }
`)

const PHOTO = { takenAt: PRINT_TIMESTAMP }
const aFile = async () => (await anUploadedFile(app, ada, await anImage(200), IMAGE_FILE)).id
const printsOf = ({ api, id: userId }: TestUser) => api.call('getUserPrints', { userId })
const idsOf = (files: readonly { readonly id: string }[]) => files.map(({ id }) => id)

describe('a photo of an uploaded file', () => {
  it('is created once by concurrent requests, and the file is deleted', async () => {
    const fileId = await aFile()
    const input = { fileId, ...PHOTO }
    const answers = await Promise.all([1, 2, 3].map(() => graph.send(TakePhoto.toString(), { input })))
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    const [print] = await printsOf(ada)
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([print?.files.fileId])
  })

  it('is refused when the file is no image or not uploaded, and the file stays', async () => {
    const text = await anUploadedFile(app, ada, Buffer.from('no picture'), BINARY_FILE)
    const waiting = await aFileWithoutContent(ada, await anImage(), IMAGE_FILE)
    for (const { id: fileId } of [text, waiting])
      expect(await graph.refusalCodes(TakePhoto, { input: { fileId, ...PHOTO } })).toEqual(['BAD_INPUT'])
    expect(await printsOf(ada)).toEqual([])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([text.id, waiting.id])
  })

  it('cannot replace the photo of somebody else, or one that does not exist', async () => {
    const { id: printId } = await aPrint(await aUser(app))
    const fileId = await aFile()
    expect(await graph.refusalCodes(ChangePhoto, { input: { printId, fileId } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(ChangePhoto, { input: { printId: 'prnt_x', fileId } })).toEqual(['NOT_FOUND'])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([fileId])
  })

  it('is refused with an invalid world or time', async () => {
    const fileId = await aFile()
    for (const wrong of [{ worldId: 'home' }, { worldName: 'x'.repeat(129) }, { takenAt: 'yesterday' }])
      expect(await graph.refusalCodes(TakePhoto, { input: { fileId, ...PHOTO, ...wrong } })).toEqual(['BAD_INPUT'])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([fileId])
  })
})

describe('the note of a photo', () => {
  it('is changed alone, by its owner, and is not too long', async () => {
    const { id: printId, files } = await aPrint(ada, { note: 'before' })
    const { editPrint } = await graph.run(ChangePhoto, { input: { printId, note: 'after' } })
    expect(editPrint.print).toEqual({ id: printId, url: files.image, note: 'after' })
    expect((await graph.run(ChangePhoto, { input: { printId, note: '' } })).editPrint.print.note).toBe(null)
    expect(await graph.refusalCodes(ChangePhoto, { input: { printId, note: 'x'.repeat(257) } })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(ChangePhoto, { input: { printId } })).toEqual(['BAD_INPUT'])
    const { id: foreign } = await aPrint(await aUser(app))
    expect(await graph.refusalCodes(ChangePhoto, { input: { printId: foreign, note: 'mine' } })).toEqual(['NOT_FOUND'])
  })
})

describe('photos by their ids', () => {
  it('are visible to their author, by as many statements for three as for one', async () => {
    const prints = [await aPrint(ada), await aPrint(ada), await aPrint(ada)]
    const { nodes: foreign } = await graph.run(Photos, { ids: [(await aPrint(await aUser(app))).id] })
    expect(foreign).toEqual([null])
    const { nodes } = await graph.run(Photos, { ids: idsOf(prints) })
    expect(nodes).toMatchObject(
      prints.map(({ id, files, authorId }) => ({
        ...{ id, url: files.image, author: { id: authorId } },
        ...{ world: null, worldName: null, viewerCanUpdate: true },
      })),
    )
    const one = await countStatements(app, () => graph.run(Photos, { ids: idsOf(prints).slice(0, 1) }))
    expect(await countStatements(app, () => graph.run(Photos, { ids: idsOf(prints) }))).toBe(one)
    const { errors } = await aGraphClient(app).send(Photos.toString(), { ids: idsOf(prints) })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('the world of a photo', () => {
  it('is shown as far as the viewer can see it, by as many statements for three photos as for one', async () => {
    const author = await aUser(app)
    const names = ['First', 'Second', 'Third']
    const worldIds = await Promise.all(names.map((name) => aWorld(app, author, { name })))
    const photos = await Promise.all(worldIds.map((worldId) => aPrint(ada, { worldId, worldName: 'Then' })))
    const { nodes } = await graph.run(Photos, { ids: idsOf(photos) })
    expect(nodes).toMatchObject(worldIds.map((id, at) => ({ world: { id, name: names[at] }, worldName: 'Then' })))
    const one = await countStatements(app, () => graph.run(Photos, { ids: idsOf(photos).slice(0, 1) }))
    expect(await countStatements(app, () => graph.run(Photos, { ids: idsOf(photos) }))).toBe(one)
    await author.api.call('deleteWorld', { worldId: worldIds[0] ?? '' })
    const { nodes: later } = await graph.run(Photos, { ids: idsOf(photos).slice(0, 1) })
    expect(later).toMatchObject([{ world: null, worldName: 'Then' }])
  })
})
