import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, get, post } from './operation.ts'
import { CreateJamSubmissionRequest, Jam, JamSubmission } from './shapes/jam.ts'
import { Success } from './shapes/response.ts'

const JAM_TYPES: readonly string[] = ['avatar', 'world']

export const jams = {
  getJams: get('/jams', {
    summary: 'Lists current and ended jams, those that opened last first; admins also get upcoming ones.',
    query: z.object({
      type: z
        .string()
        .refine((text): text is 'avatar' | 'world' => JAM_TYPES.includes(text), 'type must be avatar or world')
        .optional()
        .describe('Only jams for content of this type: avatar or world.'),
    }),
    mayBeOld: true,
    result: z.array(Jam),
  }),
  getJam: get('/jams/{jamId}', { summary: 'Reads a jam.', result: Jam }),
  getJamSubmissions: get('/jams/{jamId}/submissions', {
    summary: 'Lists the latest 1,000 submissions to a jam, newest first.',
    query: z.object({
      contentId: z.string().optional().describe('Only the submission of this world or avatar.'),
      submitterId: UserId.optional().describe('Only submissions by this person.'),
    }),
    mayBeOld: true,
    result: z.array(JamSubmission),
  }),
  submitJamContent: post('/jams/{jamId}/submissions', {
    summary:
      "Submits content of the viewer's to a jam, or changes the description of content that is submitted already.",
    origin: 'extended',
    body: CreateJamSubmissionRequest,
    result: JamSubmission,
  }),
  deleteJamSubmission: del('/jams/{jamId}/submissions/{jamSubmissionId}', {
    summary: "Withdraws a submission of the viewer's while the jam takes submissions.",
    origin: 'extended',
    result: Success,
  }),
}
