import { beforeEach, describe, expect, it } from 'vitest'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { anAnnounced, aPicture, aStored, PACKAGE, PICTURE } from '../support/files.ts'
import { aGraph, type GraphClient, statementsOf } from '../support/graph.ts'
import { aUser, type Person } from '../support/people.ts'
import { aPrint, TAKEN_AT } from '../support/props.ts'

const app = await anApp()
let ada: Person
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraph(app, ada.api)
})

const TakePhoto = graphql(`
  mutation TakePhoto($input: UploadPrintInput!) { uploadPrint(input: $input) { id } }
`)
const ChangePhoto = graphql(`
  mutation ChangePhoto($input: EditPrintInput!) { editPrint(input: $input) { id url note } }
`)
const Photos = graphql(`
  query Photos($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Print { id url worldId worldName author { id displayName } } }
  }
`)

const PHOTO = { takenAt: TAKEN_AT }
const aFile = async () => (await aStored(app, ada, await aPicture(200), PICTURE)).id
const printsOf = ({ api, id: userId }: Person) => api.call('getUserPrints', { userId })
const idsOf = (files: readonly { readonly id: string }[]) => files.map(({ id }) => id)

describe('a photo of an uploaded file', () => {
  it('is one photo when two ask for it at once, and the file is gone', async () => {
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

  it('is not made of what is no picture or not uploaded, and the file stays', async () => {
    const text = await aStored(app, ada, Buffer.from('no picture'), PACKAGE)
    const waiting = await anAnnounced(ada, await aPicture(), PICTURE)
    for (const { id: fileId } of [text, waiting])
      expect(await graph.refused(TakePhoto, { input: { fileId, ...PHOTO } })).toEqual(['BAD_INPUT'])
    expect(await printsOf(ada)).toEqual([])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([text.id, waiting.id])
  })

  it('does not take the place of another’s photo, nor of none', async () => {
    const { id: printId } = await aPrint(await aUser(app))
    const fileId = await aFile()
    expect(await graph.refused(ChangePhoto, { input: { printId, fileId } })).toEqual(['FORBIDDEN'])
    expect(await graph.refused(ChangePhoto, { input: { printId: 'prnt_x', fileId } })).toEqual(['NOT_FOUND'])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([fileId])
  })

  it('is refused with a place or a moment that cannot be', async () => {
    const fileId = await aFile()
    for (const wrong of [{ worldId: 'home' }, { worldName: 'x'.repeat(129) }, { takenAt: 'yesterday' }])
      expect(await graph.refused(TakePhoto, { input: { fileId, ...PHOTO, ...wrong } })).toEqual(['BAD_INPUT'])
    expect(idsOf(await ada.api.call('getFiles'))).toEqual([fileId])
  })
})

describe('photos by their ids', () => {
  it('are read by everybody with an account, in as many statements for three as for one', async () => {
    const authors = [await aUser(app), await aUser(app), await aUser(app)]
    const prints = await Promise.all(authors.map((author) => aPrint(author, { worldName: 'Home' })))
    const { nodes } = await graph.run(Photos, { ids: idsOf(prints) })
    expect(nodes).toMatchObject(
      prints.map(({ id, files, authorId }) => ({ id, url: files.image, worldId: null, author: { id: authorId } })),
    )
    const one = await statementsOf(app, () => graph.run(Photos, { ids: idsOf(prints).slice(0, 1) }))
    expect(await statementsOf(app, () => graph.run(Photos, { ids: idsOf(prints) }))).toBe(one)
    const { errors } = await aGraph(app).send(Photos.toString(), { ids: idsOf(prints) })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
