import { Menu, Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconMoon, IconSettings, IconSun, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type PERSON_AVATAR, PersonAvatar } from '../components/people/PersonAvatar.tsx'
import type { FragmentType } from '../generated/index.ts'
import { socket } from '../graph/client.ts'
import { holdSessionEnd } from '../graph/session.ts'
import { useAct } from '../graph/useAct.ts'
import { SIGN_OUT } from './documents.ts'

interface AccountMenuProps {
  /** Id of the user. */
  readonly personId: string
  readonly name: string
  readonly username: string
  readonly person: FragmentType<typeof PERSON_AVATAR>
}

export function AccountMenu({ personId, name, username, person }: AccountMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={t('account.menu', { name })}>
          <PersonAvatar person={person} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/people/$personId', params: { personId } })}
        >
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {t('account.profile', { username })}
          </Text>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/settings' })}
        >
          {t('nav.settings')}
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? t('account.light') : t('account.dark')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ends the session. The socket is closed before the answer comes, which deletes the cookie and what the browser stores. */
function useSignOut(): () => Promise<void> {
  const signOut = useAct(SIGN_OUT)
  return async () => {
    const release = holdSessionEnd()
    const done = await signOut.act({ input: {} })
    release()
    if (done) socket.end('SIGNED_OUT')
  }
}
