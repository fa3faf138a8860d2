import { Badge, Box, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton, RouteLink } from '../../components/RouteLink.tsx'
import type { GraphForm } from '../../graph/useGraphForm.ts'
import type { ItemSection } from './sections.ts'

interface ItemFrameProps {
  readonly section: ItemSection
  readonly title: string
  /** Beside the title. */
  readonly badge?: string
  /** Acts at the end of the head. */
  readonly acts?: React.ReactNode
  readonly children: React.ReactNode
}

/** The page of one product, listing or store, with the way back to the list. */
export function ItemFrame({ section, title, badge, acts, children }: ItemFrameProps) {
  const { t } = useTranslation('selling')
  return (
    <Stack gap="md" maw={760}>
      <PageTitle>{t('pageTitle', { section: title })}</PageTitle>
      <Box>
        <RouteLink to="/selling/$section" params={{ section }} size="sm">
          {t(`sections.${section}`)}
        </RouteLink>
      </Box>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={1} size="h3">
            {title}
          </Title>
          {badge && <Badge variant="light">{badge}</Badge>}
        </Group>
        {acts}
      </Group>
      <Paper withBorder p="md" radius="lg">
        {children}
      </Paper>
    </Stack>
  )
}

interface CreateItemFormProps<Values extends Record<string, unknown>> {
  readonly section: ItemSection
  readonly form: GraphForm<Values>
  /** The fields. */
  readonly children: React.ReactNode
}

/** The page of a form for something new, which ends with why it was refused and with the buttons. */
export function CreateItemForm<Values extends Record<string, unknown>>(props: CreateItemFormProps<Values>) {
  const { section, form, children } = props
  const { t } = useTranslation(['selling', 'common'])
  return (
    <ItemFrame section={section} title={t(`selling:create.${section}`)}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          {children}
          {form.refusal && <RefusalAlert refusal={form.refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={form.isBusy}>
              {t('selling:create.submit')}
            </Button>
            <RouteButton to="/selling/$section" params={{ section }} variant="subtle" color="gray">
              {t('common:cancel')}
            </RouteButton>
          </Group>
        </Stack>
      </form>
    </ItemFrame>
  )
}
