import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountPerson } from './AccountPage.tsx'
import { ActDialog } from './ActDialog.tsx'
import { type StaffActName, staffActOf } from './acts.ts'

/** The acts that make sense for a person as they are now. */
function actsFor({ account, viewerCanSuspend }: AccountPerson): readonly StaffActName[] {
  const possible: Readonly<Partial<Record<StaffActName, boolean>>> = {
    warn: true,
    suspend: viewerCanSuspend && !account.suspension,
    unsuspend: Boolean(account.suspension),
    rename: true,
    confirmEmail: !account.isEmailVerified || Boolean(account.pendingEmail),
    liftLock: account.loginLocks.length > 0,
    endSessions: true,
    resetSecondFactor: Boolean(account.twoFactorEnabledAt),
    restore: Boolean(account.deletionAt),
    erase: !account.isAdmin,
  }
  const all = ['warn', 'rename', 'confirmEmail', 'liftLock', 'unsuspend', 'restore'] as const
  const hard = ['endSessions', 'resetSecondFactor', 'suspend', 'erase'] as const
  return [...all, ...hard].filter((name) => possible[name])
}

interface ActMenuProps {
  readonly person: AccountPerson
  readonly onChange: () => void
}

/** What the staff can do about a person. */
export function ActMenu({ person, onChange }: ActMenuProps) {
  const { t } = useTranslation('staffPeople')
  const [act, setAct] = useState<StaffActName | null>(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={16} aria-hidden />}>{t('acts.button')}</Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('acts.button')}>
          {actsFor(person).map((name) => (
            <Menu.Item key={name} onClick={() => setAct(name)} {...(staffActOf(name).isHard && { color: 'red.8' })}>
              {t(`acts.${name}.title`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {act && <ActDialog act={act} person={person} onClose={() => setAct(null)} onDone={onChange} />}
    </>
  )
}
