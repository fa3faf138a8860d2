import { Refusal, refusalOf } from '../../graph/refusal.ts'

/** Fields of the graph that a form of avatars shows by another name. */
const FIELDS = new Map([
  ['tags', 'words'],
  ['imageUrl', 'imageUploadId'],
  ['assetUrl', 'assetUploadId'],
])

/** Awaits an act, whose issues are then about the fields of the form. Throws a Refusal. */
export async function atFields<Data>(act: Promise<Data>): Promise<Data> {
  try {
    return await act
  } catch (error) {
    const { message, code, reason, requestId, retryAfter, issues } = refusalOf(error)
    const named = issues.map((issue) => {
      const [root = 'input', field = ''] = issue.path
      const shown = FIELDS.get(String(field))
      return shown ? { ...issue, path: [root, shown] } : issue
    })
    throw new Refusal(message, {
      ...{ code, reason, issues: named },
      ...(requestId !== null && { requestId }),
      ...(retryAfter !== null && { retryAfter }),
    })
  }
}
