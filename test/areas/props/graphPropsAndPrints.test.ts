import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aPrint, aProp, aPropRequest, PRINT_TIMESTAMP } from '../../support/props.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl } from '../../support/worlds.ts'

const PropsOf = graphql(`
  query PropsOf($id: ID!, $first: Int, $after: String, $last: Int) {
    user(id: $id) {
      props(first: $first, after: $after, last: $last) {
        totalCount
        nodes { id name isPublic viewerCanPublish viewerCanUpdate viewerCanDelete thumbnailUrl author { id displayName } packages { platform assetUrl } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)
const CreateProp = graphql(`
  mutation CreateProp($input: CreatePropInput!) { createProp(input: $input) { prop { id name isPublic } propEdge { cursor node { id } } viewer { props { totalCount } } } }
`)
const UpdateProp = graphql(`
  mutation UpdateProp($input: UpdatePropInput!) { updateProp(input: $input) { prop { name description } } }
`)
const PublishProp = graphql(`
  mutation PublishProp($input: PublishPropInput!) { publishProp(input: $input) { prop { isPublic viewerCanPublish } } }
`)
const DeleteProp = graphql(`
  mutation DeleteProp($input: DeletePropInput!) { deleteProp(input: $input) { deletedPropId viewer { props { totalCount } } } }
`)
const Prints = graphql(`
  query Prints($first: Int, $after: String) {
    viewer {
      prints(first: $first, after: $after) {
        totalCount
        nodes { id note world { id } worldName viewerCanUpdate viewerCanDelete takenAt url author { id displayName } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)
const UploadPrint = graphql(`
  mutation UploadPrint($input: UploadPrintInput!) { uploadPrint(input: $input) { print { id note takenAt world { id } worldName } printEdge { cursor node { id } } } }
`)
const EditPrint = graphql(`
  mutation EditPrint($input: EditPrintInput!) { editPrint(input: $input) { print { id note url } } }
`)
const DeletePrint = graphql(`
  mutation DeletePrint($input: DeletePrintInput!) { deletePrint(input: $input) { deletedPrintId viewer { prints { totalCount } } } }
`)

const app = await sharedApp()
let ada: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

describe('props', () => {
  test('are created, changed, published and deleted by the rules of REST', async () => {
    const input = await aPropRequest(app, ada)
    const made = await graph.run(CreateProp, { input })
    expect(made.createProp).toMatchObject({
      prop: { id: input.id, name: input.name, isPublic: false },
      propEdge: { node: { id: input.id } },
      viewer: { props: { totalCount: 1 } },
    })
    const { nodes = [] } =
      (await graph.run(PropsOf, { id: ada.id, after: made.createProp.propEdge?.cursor })).user?.props ?? {}
    expect(nodes).toEqual([])
    expect(await graph.refusalCodes(CreateProp, { input })).toEqual(['BAD_INPUT'])
    const changed = await graph.run(UpdateProp, { input: { propId: input.id, description: 'To lie on.' } })
    expect(changed.updateProp.prop).toEqual({ name: input.name, description: 'To lie on.' })
    expect(await graph.refusalCodes(UpdateProp, { input: { propId: input.id, assetVersion: 2 } })).toEqual([
      'BAD_INPUT',
    ])
    expect(await graph.refusalCodes(UpdateProp, { input: { propId: input.id, name: '' } })).toEqual(['BAD_INPUT'])

    const stranger = aGraphClient(app, (await aUser(app)).api)
    expect((await stranger.run(PropsOf, { id: ada.id })).user?.props.nodes).toEqual([])
    expect(await stranger.refusalCodes(PublishProp, { input: { propId: input.id } })).toEqual(['NOT_FOUND'])
    expect((await graph.run(PublishProp, { input: { propId: input.id } })).publishProp.prop).toEqual({
      isPublic: true,
      viewerCanPublish: false,
    })
    expect((await stranger.run(PropsOf, { id: ada.id })).user?.props.nodes).toMatchObject([
      {
        ...{ id: input.id, author: { id: ada.id }, packages: [{ platform: 'standalonewindows' }] },
        ...{ viewerCanPublish: false, viewerCanUpdate: false, viewerCanDelete: false },
      },
    ])
    expect((await graph.run(DeleteProp, { input: { propId: input.id } })).deleteProp).toEqual({
      deletedPropId: input.id,
      viewer: { props: { totalCount: 0 } },
    })
    expect((await stranger.run(PropsOf, { id: ada.id })).user?.props.nodes).toEqual([])
  })

  test('take a new asset alone: what another device has changed meanwhile stays', async () => {
    const { assetUrl, assetVersion, unityVersion, id: propId, ...details } = await aPropRequest(app, ada)
    await ada.api.call('createProp', { body: { ...details, id: propId, assetUrl, assetVersion, unityVersion } })
    await graph.run(UpdateProp, { input: { propId, name: 'Stool', spawnType: 4, worldPlacementMask: 5 } })
    const asset = { assetUrl: await aFileUrl(app, ada.id, '.vrcp'), assetVersion: 2, unityVersion, platform: 'android' }
    await graph.run(UpdateProp, { input: { propId, ...asset } })
    const prop = await ada.api.call('getProp', { propId })
    expect(prop).toMatchObject({ name: 'Stool', spawnType: 4, worldPlacementMask: 5 })
    expect(prop.unityPackages.map(({ platform }) => platform)).toEqual(['android', details.platform])
  })

  test('are listed page by page, by as many statements for 2 as for 12', async () => {
    const ids: string[] = []
    for (let number = 0; number < 12; number++) ids.unshift(await aProp(app, ada))
    ids.sort().reverse()
    const page = async (variables: object) => (await graph.run(PropsOf, { id: ada.id, ...variables })).user?.props
    const first = await page({ first: 5 })
    expect(first?.nodes.map(({ id }) => id)).toEqual(ids.slice(0, 5))
    const next = await page({ first: 7, after: first?.pageInfo.endCursor })
    expect(next?.nodes.map(({ id }) => id)).toEqual(ids.slice(5))
    expect(next?.pageInfo.hasNextPage).toBe(false)
    expect([first?.totalCount, next?.totalCount]).toEqual([12, 12])
    const few = await countStatements(app, () => page({ first: 2 }))
    expect(await countStatements(app, () => page({ first: 12 }))).toBe(few)
  })
})

describe('prints', () => {
  const aFile = async () => (await anUploadedFile(app, ada, await anImage(200), IMAGE_FILE)).id

  test('are created from uploaded files, edited and deleted', async () => {
    const made = await graph.run(UploadPrint, {
      input: { fileId: await aFile(), takenAt: PRINT_TIMESTAMP, note: 'first' },
    })
    const printId = made.uploadPrint.print.id
    expect(made.uploadPrint).toMatchObject({
      print: { note: 'first', takenAt: PRINT_TIMESTAMP, world: null, worldName: null },
      printEdge: { node: { id: printId } },
    })
    const edited = await graph.run(EditPrint, { input: { printId, fileId: await aFile(), note: 'second' } })
    expect(edited.editPrint.print).toMatchObject({ id: printId, note: 'second' })
    expect(edited.editPrint.print.url).toMatch(/\/2\/file$/)
    expect(await ada.api.call('getUserPrints', { userId: ada.id })).toMatchObject([{ id: printId, note: 'second' }])
    expect((await ada.api.call('getFiles')).map(({ tags }) => tags)).toEqual([['print']])
    const stranger = aGraphClient(app, (await aUser(app)).api)
    expect(await stranger.refusalCodes(DeletePrint, { input: { printId } })).toEqual(['NOT_FOUND'])
    expect(await graph.run(DeletePrint, { input: { printId } })).toEqual({
      deletePrint: { deletedPrintId: printId, viewer: { prints: { totalCount: 0 } } },
    })
    expect(await graph.refusalCodes(DeletePrint, { input: { printId } })).toEqual(['NOT_FOUND'])
  })

  test('are refused by the rules of REST', async () => {
    const fileId = await aFile()
    const long = { fileId, takenAt: PRINT_TIMESTAMP, note: 'x'.repeat(257) }
    expect(await graph.refusalCodes(UploadPrint, { input: long })).toEqual(['BAD_INPUT'])
    const stranger = aGraphClient(app, (await aUser(app)).api)
    expect(await stranger.refusalCodes(UploadPrint, { input: { fileId, takenAt: PRINT_TIMESTAMP } })).toEqual([
      'FORBIDDEN',
    ])
  })

  test('are listed page by page, latest first, by as many statements for 2 as for 8', async () => {
    const ids: string[] = []
    for (let number = 0; number < 8; number++) ids.unshift((await aPrint(ada)).id)
    const page = async (variables: object) => (await graph.run(Prints, variables)).viewer?.prints
    const first = await page({ first: 3 })
    expect(first?.nodes.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    const next = await page({ first: 8, after: first?.pageInfo.endCursor })
    expect(next?.nodes.map(({ id }) => id)).toEqual(ids.slice(3))
    expect(next?.totalCount).toBe(8)
    expect(first?.nodes[0]).toMatchObject({ viewerCanUpdate: true, viewerCanDelete: true })
    const few = await countStatements(app, () => page({ first: 2 }))
    expect(await countStatements(app, () => page({ first: 8 }))).toBe(few)
  })
})
