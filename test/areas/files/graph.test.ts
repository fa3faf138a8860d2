import { beforeEach, describe, expect, test } from 'vitest'
import { analyseFiles } from '../../../src/areas/files/assets/analyses.ts'
import { fileVersionId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import {
  anImage,
  anUploadedFile,
  BINARY_FILE,
  bytesOf,
  download,
  IMAGE_FILE,
  md5Of,
  SIGNATURE_BYTES,
  uploadBytes,
  WORLD_FILE,
} from '../../support/files.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aUnityAsset } from '../../support/unityAsset.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Files = graphql(`
  query Files($tag: String, $first: Int, $after: String, $last: Int) {
    viewer {
      files(filter: { tag: $tag }, first: $first, after: $after, last: $last) {
        totalCount
        nodes {
          id name url thumbnailUrl viewerCanUpdate viewerCanDelete
          owner { id displayName }
          versions(last: 1) { nodes { version status data { type status sizeInBytes url } analysis { isReadable engineVersion } review { id } } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)
const FileById = graphql(`
  query FileById($id: ID!) {
    node(id: $id) {
      id
      ... on File { name viewerCanUpdate viewerCanDelete versions { totalCount nodes { id version review { id reviewNotes } analysis { isReadable } } } }
    }
  }
`)
const VersionsById = graphql(`
  query VersionsById($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on FileVersion { version file { id } review { id } data { type sizeInBytes } } }
  }
`)
const Create = graphql(`
  mutation Create($input: CreateFileInput!) { 
    createFile(input: $input) {
      file { id versions { nodes { version } } }
      fileEdge { cursor node { id } }
      viewer { files { totalCount } }
    }
  }
`)
const CreateVersion = graphql(`
  mutation CreateVersion($input: CreateFileVersionInput!) {
    createFileVersion(input: $input) { file { id versions(last: 1) { nodes { version status } } } }
  }
`)
const Start = graphql(`
  mutation Start($input: StartFileDataUploadInput!) { startFileDataUpload(input: $input) { url } }
`)
const Finish = graphql(`
  mutation Finish($input: FinishFileDataUploadInput!) {
    finishFileDataUpload(input: $input) { file { id url thumbnailUrl versions(last: 1) { nodes { status } } } }
  }
`)
const Upload = graphql(`
  mutation Upload($input: UploadImageInput!) { uploadImage(input: $input) { file { id tags url } } }
`)
const DeleteOne = graphql(`
  mutation DeleteOne($input: DeleteFileInput!) { deleteFile(input: $input) { deletedFileId viewer { files { totalCount } } } }
`)
const CreateBundle = graphql(`
  mutation CreateBundle($input: CreateAdminAssetBundleInput!) {
    createAdminAssetBundle(input: $input) { adminAssetBundle { id description imageUrl packages { platform } } }
  }
`)
const Bundle = graphql(`
  query Bundle($id: ID!) { adminAssetBundle(id: $id) { id name isPublic thumbnailUrl packages { assetUrl } } node(id: $id) { id } }
`)
const DropBundle = graphql(`
  mutation DropBundle($input: DeleteAdminAssetBundleInput!) { deleteAdminAssetBundle(input: $input) { deletedAdminAssetBundleId } }
`)

const app = await sharedApp()
let ada: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

describe('an upload from the web', () => {
  test('takes the steps of REST, and ends in an image that REST lists too', async () => {
    const bytes = await anImage(300)
    const made = await graph.run(Create, { input: { name: 'mine', mimeType: 'image/png', extension: '.png' } })
    const fileId = made.createFile.file.id
    expect(made.createFile).toMatchObject({ fileEdge: { node: { id: fileId } }, viewer: { files: { totalCount: 1 } } })
    const sizes = { fileSizeInBytes: bytes.length, signatureSizeInBytes: SIGNATURE_BYTES.length }
    const announced = await graph.run(CreateVersion, {
      input: { fileId, fileMd5: md5Of(bytes), signatureMd5: md5Of(SIGNATURE_BYTES), ...sizes },
    })
    expect(announced.createFileVersion.file.versions.nodes).toEqual([{ version: 1, status: 'WAITING' }])
    const send = async (type: 'FILE' | 'SIGNATURE', data: Buffer, contentType: string) => {
      const { startFileDataUpload } = await graph.run(Start, { input: { fileId, version: 1, type } })
      expect((await uploadBytes(app, startFileDataUpload.url, data, { contentType })).status).toBe(200)
      return graph.run(Finish, { input: { fileId, version: 1, type } })
    }
    await send('FILE', bytes, 'image/png')
    const { finishFileDataUpload } = await send('SIGNATURE', SIGNATURE_BYTES, 'application/x-rsync-signature')
    expect(finishFileDataUpload.file.versions.nodes).toEqual([{ status: 'COMPLETE' }])
    const got = await download(app, finishFileDataUpload.file.url ?? '')
    expect((await bytesOf(got)).equals(bytes)).toBe(true)
    expect((await download(app, finishFileDataUpload.file.thumbnailUrl ?? '')).status).toBe(200)
    expect((await ada.api.call('getFiles')).map(({ id }) => id)).toEqual([fileId])

    const { uploadImage } = await graph.run(Upload, { input: { fileId, purpose: 'ICON' } })
    expect(uploadImage.file.tags).toEqual(['icon'])
    expect((await ada.api.call('getFiles')).map(({ id }) => id)).toEqual([uploadImage.file.id])
  })

  test('turns a file into one image, even by ten concurrent requests', async () => {
    const { id: fileId } = await anUploadedFile(app, ada, await anImage(200), IMAGE_FILE)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => graph.send(Upload.toString(), { input: { fileId, purpose: 'GALLERY' } })),
    )
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect((await ada.api.call('getFiles')).map(({ tags }) => tags)).toEqual([['gallery']])
  })

  test('is refused by the rules of REST', async () => {
    const input = { name: 'x', mimeType: 'text/html', extension: '.html' }
    expect(await graph.refusalCodes(Create, { input })).toEqual(['BAD_INPUT'])
    const { id: fileId } = await anUploadedFile(app, ada, Buffer.from('x'), BINARY_FILE)
    expect(await graph.refusalCodes(Start, { input: { fileId, version: 1, type: 'FILE' } })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Start, { input: { fileId: 'file_x', version: 1, type: 'FILE' } })).toEqual([
      'NOT_FOUND',
    ])
    expect(await graph.refusalCodes(Upload, { input: { fileId, purpose: 'ICON' } })).toEqual(['BAD_INPUT'])
    const stranger = aGraphClient(app, (await aUser(app)).api)
    expect(await stranger.refusalCodes(DeleteOne, { input: { fileId } })).toEqual(['FORBIDDEN'])
    expect(await stranger.refusalCodes(Upload, { input: { fileId, purpose: 'ICON' } })).toEqual(['FORBIDDEN'])
  })
})

describe('the files of the viewer', () => {
  test('are listed by tag, page by page', async () => {
    const ids: string[] = []
    for (const tags of [['icon'], ['gallery'], ['icon']])
      ids.push((await ada.api.call('createFile', { body: { ...IMAGE_FILE, tags } })).id)
    const list = async (variables: object) => (await graph.run(Files, { first: 3, ...variables })).viewer?.files
    expect((await list({ tag: 'icon' }))?.nodes.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    const first = await list({ first: 2 })
    expect(first?.pageInfo.hasNextPage).toBe(true)
    expect((await list({ after: first?.pageInfo.endCursor }))?.nodes.map(({ id }) => id)).toEqual([ids[2]])
    expect((await list({ first: null, last: 1 }))?.nodes).toMatchObject([
      { id: ids[2], viewerCanUpdate: true, viewerCanDelete: true, owner: { id: ada.id }, url: null },
    ])
    expect([first?.totalCount, (await list({ tag: 'icon', first: 1 }))?.totalCount]).toEqual([3, 2])
  })

  test('need as many statements for 2 as for 12', async () => {
    for (let number = 0; number < 12; number++) await anUploadedFile(app, ada, Buffer.from('x'), WORLD_FILE)
    const few = await countStatements(app, () => graph.run(Files, { first: 2 }))
    const many = await countStatements(app, () => graph.run(Files, { first: 12 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(5)
  })
})

describe('a file by its id', () => {
  test('shows everybody its analysis, and its owner and admins its review', async () => {
    const { id } = await anUploadedFile(app, ada, aUnityAsset(), WORLD_FILE)
    await analyseFiles(app.scope())
    const read = async (person: TestUser) => (await aGraphClient(app, person.api).run(FileById, { id })).node
    const of = (canChange: boolean, review: unknown) => ({
      id,
      ...{ viewerCanUpdate: canChange, viewerCanDelete: canChange },
      versions: { totalCount: 2, nodes: [{ version: 0 }, { version: 1, analysis: { isReadable: true }, review }] },
    })
    expect(await read(ada)).toMatchObject(of(true, { reviewNotes: null }))
    expect(await read(await anAdmin(app))).toMatchObject(of(true, { reviewNotes: null }))
    expect(await read(await aUser(app))).toMatchObject(of(false, null))
  })
})

describe('a version of a file by its id', () => {
  test('is that of the list, and there is none for a number that the file has not', async () => {
    const { id } = await anUploadedFile(app, ada, Buffer.from('xy'), BINARY_FILE)
    const file = (await graph.run(FileById, { id })).node
    const listed = file && 'versions' in file ? file.versions.nodes : []
    const ids = listed.map((version) => version.id)
    const unknown = fileVersionId(id, 2)
    const stranger = aGraphClient(app, (await aUser(app)).api)
    for (const client of [graph, stranger]) {
      const { nodes } = await client.run(VersionsById, { ids: [...ids, unknown] })
      expect(nodes).toMatchObject([
        { id: ids[0], version: 0, file: { id }, data: [] },
        { id: ids[1], version: 1, file: { id }, data: [{ type: 'FILE', sizeInBytes: 2 }, { type: 'SIGNATURE' }] },
        null,
      ])
    }
  })
})

describe('an asset bundle of the platform', () => {
  test('is created and deleted by admins', async () => {
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    const one = {
      assetUrl: 'https://plaza.test/a',
      assetVersion: 1,
      platform: 'ios',
      unityVersion: '2022',
      variant: 'v',
    }
    const texts = { assetType: 'ui', name: 'Menu', description: '' }
    const thumbnailUrl = 'https://plaza.test/small'
    const input = { ...texts, thumbnailUrl, isPublic: true, packages: [one] }
    expect(await graph.refusalCodes(CreateBundle, { input })).toEqual(['FORBIDDEN'])
    expect(await admin.refusalCodes(CreateBundle, { input: { ...input, packages: [] } })).toEqual(['BAD_INPUT'])
    const { id, ...made } = (await admin.run(CreateBundle, { input })).createAdminAssetBundle.adminAssetBundle
    expect(made).toEqual({ description: null, imageUrl: null, packages: [{ platform: 'ios' }] })
    const { adminAssetBundle: hidden } = (await admin.run(CreateBundle, { input: { ...input, isPublic: false } }))
      .createAdminAssetBundle
    expect(await graph.run(Bundle, { id: hidden.id })).toEqual({ adminAssetBundle: null, node: null })
    expect(await admin.run(Bundle, { id: hidden.id })).toMatchObject({ node: { id: hidden.id } })
    expect((await graph.run(Bundle, { id })).adminAssetBundle).toMatchObject({
      ...{ name: 'Menu', isPublic: true, thumbnailUrl, packages: [{}] },
    })
    expect(await ada.api.call('getAdminAssetBundle', { adminAssetBundleId: id })).toMatchObject({ name: 'Menu' })
    const wanted = { input: { adminAssetBundleId: id } }
    expect(await graph.refusalCodes(DropBundle, wanted)).toEqual(['FORBIDDEN'])
    expect(await admin.run(DropBundle, wanted)).toEqual({
      deleteAdminAssetBundle: { deletedAdminAssetBundleId: id },
    })
    expect(await admin.refusalCodes(DropBundle, wanted)).toEqual(['NOT_FOUND'])
    expect(await graph.run(Bundle, { id })).toEqual({ adminAssetBundle: null, node: null })
  })
})
