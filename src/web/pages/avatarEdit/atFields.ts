import { refusalOf, withIssues } from '../../graph/refusal.ts'

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
    const refusal = refusalOf(error)
    const named = refusal.issues.map((issue) => {
      const [root = 'input', field = ''] = issue.path
      const shown = FIELDS.get(String(field))
      return shown ? { ...issue, path: [root, shown] } : issue
    })
    throw withIssues(refusal, named)
  }
}
