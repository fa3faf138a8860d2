import { Box, Center, Container, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showAppBadge } from '../../appBadge.ts'
import { LanguageSelect } from '../../components/LanguageSelect.tsx'
import { Logo } from '../../components/Logo.tsx'

interface SignInFrameProps {
  readonly title: string
  readonly intro?: string | undefined
  readonly children: ReactNode
  /** Links below the card. */
  readonly links?: ReactNode
}

/** The card in the middle of every page that is seen without a session. */
export function SignInFrame({ title, intro, children, links }: SignInFrameProps) {
  const { t } = useTranslation('signIn')
  useEffect(() => showAppBadge(0), [])
  return (
    <Box component="main" mih="100dvh">
      <title>{t('pageTitle', { title })}</title>
      <Container size={440} py={{ base: 'lg', sm: 64 }} px="md">
        <Stack gap="lg">
          <Center>
            <Group gap="xs">
              <Logo size={36} />
              <Text fw={700} fz={26}>
                Plaza
              </Text>
            </Group>
          </Center>
          <Paper withBorder p={{ base: 'md', xs: 'xl' }} radius="lg" shadow="sm">
            <Stack gap="md">
              <div>
                <Title order={1} size="h3">
                  {title}
                </Title>
                {intro && (
                  <Text c="dimmed" size="sm" mt={4}>
                    {intro}
                  </Text>
                )}
              </div>
              {children}
            </Stack>
          </Paper>
          <Group justify="space-between" gap="xs">
            <Group gap="md">{links}</Group>
            <LanguageSelect />
          </Group>
        </Stack>
      </Container>
    </Box>
  )
}
