import { files } from '../../contract/files.ts'
import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { DomainEvent } from '../../kernel/events.ts'
import { defineArea } from '../area.ts'
import { ANALYSE_FILES_JOB, analyseFiles } from './assets/analyses.ts'
import { contentChanged, fileEvents } from './events.ts'
import { filesRest } from './rest.ts'
import { cleanUpFiles } from './storage/cleanup.ts'
import './graph/file.ts'
import './graph/fileMutations.ts'
import './graph/contentChange.ts'
import './graph/asset.ts'

/** Clients reload their list on any change; an update is sent as `created`, which they know. */
const ACTION: Readonly<Record<string, string>> = { created: 'created', updated: 'created', deleted: 'deleted' }

/** The frame of the legacy websocket for a person whose content has changed. */
const contentFrame = ({ ids = {} }: DomainEvent): Frame => ({
  type: 'content-refresh',
  content: {
    contentType: ids.contentType,
    actionType: ACTION[ids.actionType ?? ''],
    fileId: ids.fileId ?? '',
    ...(ids.itemId !== undefined && { itemId: ids.itemId, itemType: ids.contentType }),
  },
})

export const filesArea = defineArea({
  tag: 'Files and uploads',
  contract: files,
  rest: filesRest,
  events: fileEvents,
  nodeTypes: { file: 'File' },
  jobs: [
    { name: 'tidy-files', schedule: '20 * * * *', run: cleanUpFiles },
    // Finishing an upload also starts this job at once.
    { name: ANALYSE_FILES_JOB, schedule: '*/5 * * * *', run: analyseFiles },
  ],
  accountErasure: {
    place: 100,
    // The clean-up job deletes the blobs later.
    async erase({ db }, userId) {
      await db.file.deleteMany({ where: { ownerId: userId } })
      await db.agreement.deleteMany({ where: { userId } })
    },
  },
  frames: { events: [[contentChanged, contentFrame]] },
})
