import { DataExportPanel } from './DataExportPanel.tsx'
import { DeletionPanel } from './DeletionPanel.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { UsernamePanel } from './UsernamePanel.tsx'

/** How the person signs in and is reached, a copy of what is kept, and the end of the account. */
export const AccountSection = () => (
  <>
    <EmailPanel />
    <PasswordPanel />
    <UsernamePanel />
    <DataExportPanel />
    <DeletionPanel />
  </>
)
