import { files } from '../../contract/files.ts'
import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { lookUp } from '../../kernel/maps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { defineArea } from '../area.ts'
import { ANALYSE_FILES_JOB, analyseFiles } from './assets/analyses.ts'
import { contentChanged, fileEvents, TAGGED_CONTENT } from './events.ts'
import { filesRest } from './rest.ts'
import { cleanUpFiles, removeFreedContent } from './storage/cleanup.ts'
import { deleteExpiredUploads } from './uploads/uploads.ts'
import './graph/file.ts'
import './graph/fileMutations.ts'
import './graph/fileUse.ts'
import './graph/contentChange.ts'
import './graph/adminAssetBundle.ts'
import './graph/asset.ts'
import './graph/assetReviews.ts'
import './graph/storage.ts'
import './graph/upload.ts'
import { personalData } from './personalData.ts'

/** Clients reload their list on any change; an update is sent as `created`, which they know. */
const ACTION: Readonly<Record<string, string>> = { created: 'created', updated: 'created', deleted: 'deleted' }

/** Kinds of content that clients of the legacy websocket know; there are no frames about others. */
const KNOWN_CONTENT: readonly string[] = [...TAGGED_CONTENT, 'avatar', 'world']

/** The frame of the legacy websocket for a person whose content has changed. */
function contentFrames({ ids = {} }: DomainEvent): readonly Frame[] {
  const { contentType = '', actionType = '', fileId = '', itemId } = ids
  if (!KNOWN_CONTENT.includes(contentType)) return []
  const item = itemId === undefined ? {} : { itemId, itemType: contentType }
  return [
    { type: 'content-refresh', content: { contentType, actionType: lookUp(ACTION, actionType), fileId, ...item } },
  ]
}

async function freeContent(scope: Scope): Promise<number> {
  await deleteExpiredUploads(scope)
  return removeFreedContent(scope)
}

export const filesArea = defineArea({
  tag: 'Files and uploads',
  contract: files,
  rest: filesRest,
  personalData,
  events: fileEvents,
  nodeTypes: {
    adminAssetBundle: 'AdminAssetBundle',
    agreement: 'Agreement',
    assetReview: 'AssetReview',
    file: 'File',
    fileVersion: 'FileVersion',
    upload: 'Upload',
  },
  jobs: [
    { name: 'tidy-files', schedule: '20 * * * *', run: cleanUpFiles },
    { name: 'remove-freed-content', schedule: '* * * * *', run: freeContent },
    // Finishing an upload also starts this job at once.
    { name: ANALYSE_FILES_JOB, schedule: '*/5 * * * *', run: analyseFiles },
  ],
  accountErasure: {
    place: 100,
    // The clean-up job deletes the blobs later.
    async erase({ db }, userId) {
      await db.file.deleteMany({ where: { ownerId: userId } })
      await db.agreement.deleteMany({ where: { userId } })
      await db.upload.deleteMany({ where: { ownerId: userId } })
    },
  },
  frames: { events: [[contentChanged, contentFrames]] },
})
