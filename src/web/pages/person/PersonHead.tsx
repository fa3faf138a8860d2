import { Alert, Badge, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconMicrophoneOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { PersonAvatar } from '../../components/people/PersonAvatar.tsx'
import { RelationButtons } from '../../components/people/RelationButtons.tsx'
import { RelationMenu } from '../../components/people/RelationMenu.tsx'
import { PERSON_RELATION } from '../../components/people/relation.ts'
import { type ThemeStyles, useThemeStyles } from '../../components/people/themeColors.ts'
import { useMeetActs } from '../../components/people/useMeetActs.ts'
import { Whereabouts } from '../../components/people/Whereabouts.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import type { PersonHeadFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useStaff } from '../console/useStaff.ts'
import { PERSON_HEAD } from './documents.ts'

interface PersonHeadProps {
  readonly person: FragmentType<typeof PERSON_HEAD>
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

/** Name, status and whereabouts of a person, and what the viewer can do with them. */
export function PersonHead({ person, here }: PersonHeadProps) {
  const { t } = useTranslation('person')
  const data = getFragmentData(PERSON_HEAD, person)
  const relation = getFragmentData(PERSON_RELATION, data)
  const styles = useThemeStyles(data.profile?.themeColors)
  return (
    <Paper component="section" withBorder radius="lg" style={{ overflow: 'hidden' }} aria-label={t('head')}>
      <Banner url={data.bannerUrl ?? null} color={data.profile?.bannerColor ?? null} />
      <Box p="md" pt={0}>
        <Group align="end" justify="space-between" gap="sm" mt={-44}>
          <Box bg="var(--mantine-color-body)" p={4} style={{ borderRadius: '50%' }}>
            <PersonAvatar person={relation} size={96} />
          </Box>
          <Acts data={data} here={here} styles={styles} />
        </Group>
        <Stack gap={6} mt="xs">
          <Names data={data} styles={styles} />
          {data.statusDescription && <Text c={styles.subtext ?? 'inherit'}>{data.statusDescription}</Text>}
          <Place data={data} />
          <Marks data={data} styles={styles} />
          {data.viewerHasBlocked && (
            <Alert color="red" variant="light" p="xs" mt={4}>
              {t('blocked', { name: data.displayName })}
            </Alert>
          )}
        </Stack>
      </Box>
    </Paper>
  )
}

interface BannerProps {
  readonly url: string | null
  /** Six hexadecimal digits. */
  readonly color: string | null
}

/** Leads staff who act upon people to what they know of the person. */
function ConsoleLink({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  if (!useStaff()?.includes('PEOPLE')) return null
  return (
    <RouteButton to="/console/people/$userId" params={{ userId: personId }} variant="default">
      {t('console')}
    </RouteButton>
  )
}

const Banner = ({ url, color }: BannerProps) => (
  <Box
    h={{ base: 96, sm: 150 }}
    bg={color ? `#${color}` : 'var(--mantine-primary-color-light)'}
    style={
      url
        ? {
            backgroundImage: `url(${JSON.stringify(ownUrl(url))})`,
            backgroundSize: 'cover',
            backgroundPosition: 'center',
          }
        : {}
    }
  />
)

interface PartProps {
  readonly data: PersonHeadFragment
}

interface StyledPartProps extends PartProps {
  readonly styles: ThemeStyles
}

const Names = ({ data: { displayName, pronouns }, styles }: StyledPartProps) => (
  <Group gap="xs" align="baseline">
    <Title order={1} size="h2">
      {displayName}
    </Title>
    {pronouns && (
      <Text size="sm" c={styles.subtext ?? 'dimmed'}>
        {pronouns}
      </Text>
    )}
  </Group>
)

/** The presence of a friend, and where they are. Others appear offline, which would say nothing. */
function Place({ data }: PartProps) {
  const { t: common } = useTranslation()
  const relation = getFragmentData(PERSON_RELATION, data)
  if (data.viewerHasBlocked || !(data.isFriend || data.isViewer)) return null
  return (
    <Group gap={6} wrap="nowrap" aria-live="polite">
      <Text size="sm" fw={600} style={{ flexShrink: 0 }}>
        {common(data.standing === 'OFFLINE' ? 'status.OFFLINE' : `status.${data.status}`)}
      </Text>
      {data.standing !== 'OFFLINE' && <Whereabouts person={relation} />}
    </Group>
  )
}

/** What the person is to the viewer, and to the platform. */
function Marks({ data, styles }: StyledPartProps) {
  const { t } = useTranslation('person')
  return (
    <Group gap={6}>
      {data.isFriend && !data.viewerHasBlocked && <Badge variant="light">{t('marks.friend')}</Badge>}
      <Badge variant="default">{t(`trustRanks.${data.trustRank}`)}</Badge>
      {data.isAgeVerified && <Badge variant="default">{t('marks.ageVerified')}</Badge>}
      {data.profile?.isSupporter && <Badge variant="default">{t('marks.supporter')}</Badge>}
      {data.viewerHasMuted && (
        <Badge variant="default" leftSection={<IconMicrophoneOff size={12} color={styles.icon} aria-hidden />}>
          {t('marks.muted')}
        </Badge>
      )}
    </Group>
  )
}

function Acts({ data, here, styles }: StyledPartProps & Pick<PersonHeadProps, 'here'>) {
  const { t } = useTranslation('person')
  const relation = getFragmentData(PERSON_RELATION, data)
  const meetActs = useMeetActs(relation, here)
  if (data.isViewer)
    return (
      <RouteButton to="/settings" variant="default" style={styles.button}>
        {t('edit')}
      </RouteButton>
    )
  return (
    <Group gap="xs">
      {meetActs.map(({ name, Icon, isBusy, run }, index) => (
        <Button
          key={name}
          variant={index === 0 ? 'filled' : 'light'}
          leftSection={<Icon size={16} color={index === 0 ? undefined : styles.icon} aria-hidden />}
          loading={isBusy}
          onClick={run}
          style={index === 0 ? styles.button : undefined}
        >
          {t(`acts.${name}`)}
        </Button>
      ))}
      <RelationButtons person={data} />
      <RelationMenu person={data} />
      <ConsoleLink personId={data.id} />
    </Group>
  )
}
