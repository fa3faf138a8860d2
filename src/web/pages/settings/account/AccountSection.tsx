import { DeletionPanel } from './DeletionPanel.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { UsernamePanel } from './UsernamePanel.tsx'

/** How the person signs in and is reached, and the end of the account. */
export const AccountSection = () => (
  <>
    <EmailPanel />
    <PasswordPanel />
    <UsernamePanel />
    <DeletionPanel />
  </>
)
