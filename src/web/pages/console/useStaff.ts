import type { StaffPermission } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

/** What the viewer may do, as the frame of all pages keeps it up to date. */
const CONSOLE_VIEWER = graphql(`
  query ConsoleViewer {
    viewer {
      id
      isAdmin
      staffPermissions
      user {
        id
      }
    }
  }
`)

const useConsoleViewer = () => usePanel(CONSOLE_VIEWER, {}, { isKept: true })

/** The permissions of the viewer; undefined until they are known. Admins have all. */
export function useStaff(): readonly StaffPermission[] | undefined {
  const { data } = useConsoleViewer()
  return data && (data.viewer?.staffPermissions ?? [])
}

/** Whether the viewer is an admin; false until that is known. */
export function useIsAdmin(): boolean {
  const { data } = useConsoleViewer()
  return data?.viewer?.isAdmin ?? false
}

/** The id of the viewer as a person; undefined until it is known. */
export function useViewerId(): string | undefined {
  const { data } = useConsoleViewer()
  return data?.viewer?.user.id
}
