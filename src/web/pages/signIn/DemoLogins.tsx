import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface DemoLoginsProps {
  readonly logins: readonly { readonly username: string; readonly password: string }[]
  readonly onChoose: (login: { readonly username: string; readonly password: string }) => void
}

/** The demo accounts of a server that is tried out: one click fills in the form. */
export function DemoLogins({ logins, onChoose }: DemoLoginsProps) {
  const { t } = useTranslation('signIn')
  if (logins.length === 0) return null
  return (
    <Stack gap={6}>
      <Text size="sm">{t('signIn.demo')}</Text>
      <Group gap="xs">
        {logins.map((login) => (
          <Button key={login.username} size="compact-sm" variant="default" onClick={() => onChoose(login)}>
            {login.username}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
