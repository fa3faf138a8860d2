import { Alert, AspectRatio, Badge, Box, Button, Flex, Group, Image, Stack, Text, Title } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTokensText } from '../../components/economy/amounts.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatNumber } from '../../formats.ts'
import type { AvatarPageFragment, WornAvatarsFragment } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { AvatarActs } from './AvatarActs.tsx'
import { AVATAR_OFFERS, UNBLOCK_AVATAR } from './documents.ts'

interface AvatarHeadProps {
  readonly avatar: AvatarPageFragment
  /** What the viewer wears; null while it is unknown. */
  readonly worn: WornAvatarsFragment | null
}

/** Picture, name, author, what the author says of it, and what one can do. */
export function AvatarHead({ avatar, worn }: AvatarHeadProps) {
  const { t } = useTranslation('avatars')
  const { author } = avatar
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap="lg">
      <Box w={{ base: '100%', sm: 320, lg: 380 }} style={{ flexShrink: 0 }}>
        <AspectRatio ratio={1}>
          <Image src={ownUrl(avatar.imageUrl)} alt="" radius="lg" bg="var(--mantine-color-default-hover)" />
        </AspectRatio>
      </Box>
      <Stack gap="sm" miw={0} flex={1}>
        <Title order={1} size="h2">
          {avatar.name}
        </Title>
        <Marks avatar={avatar} worn={worn} />
        {author && <PersonChip person={author} below={t('author')} />}
        {avatar.description && <WrittenText text={avatar.description} />}
        {avatar.viewerHasBlocked && <BlockedAlert avatar={avatar} />}
        <WearHint avatar={avatar} />
        <AvatarActs avatar={avatar} worn={worn} />
      </Stack>
    </Flex>
  )
}

/** What the avatar is to the viewer, and to everybody. */
function Marks({ avatar, worn }: AvatarHeadProps) {
  const { t } = useTranslation('avatars')
  const isPublic = avatar.releaseStatus === 'PUBLIC'
  return (
    <Group gap={6} aria-live="polite">
      {worn?.currentAvatar?.id === avatar.id && <Badge>{t('marks.worn')}</Badge>}
      {worn?.fallbackAvatar?.id === avatar.id && <Badge color="dark">{t('marks.fallback')}</Badge>}
      {!isPublic && <Badge variant="default">{t(`status.${avatar.releaseStatus}`)}</Badge>}
      {avatar.isUploadPending && <Badge variant="default">{t('marks.pending')}</Badge>}
      {avatar.isFeatured && <Badge variant="light">{t('marks.featured')}</Badge>}
    </Group>
  )
}

type PartProps = Pick<AvatarHeadProps, 'avatar'>

/** Why the avatar cannot be worn, or not be a fallback. */
function WearHint({ avatar }: PartProps) {
  const { t, i18n } = useTranslation('avatars')
  const { isLocked, lowestPrice, viewerCanWear, viewerCanWearAsFallback } = avatar
  if (isLocked)
    return (
      <Stack gap={4}>
        <Text size="sm">{t('wear.forSale', { number: formatNumber(i18n.language, lowestPrice ?? 0) })}</Text>
        <Offers avatarId={avatar.id} />
      </Stack>
    )
  if (!viewerCanWear || viewerCanWearAsFallback) return null
  return (
    <Text size="sm" c="dimmed">
      {t('wear.noFallback')}
    </Text>
  )
}

/** Where a license is sold, latest first. */
function Offers({ avatarId }: { readonly avatarId: string }) {
  const { t } = useTranslation('avatars')
  const tokens = useTokensText()
  const { data, refusal, reload, fetchMore } = usePanel(AVATAR_OFFERS, { avatarId })
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  const listings = data?.avatar?.listings
  const offers = listings?.edges.map(({ node }) => node).filter(({ isForSale }) => isForSale) ?? []
  if (!listings || (offers.length === 0 && !listings.pageInfo.hasNextPage)) return null
  return (
    <>
      <Stack component="ul" className="plainList" gap={4} aria-label={t('wear.offers')}>
        {offers.map(({ id, displayName, price }) => (
          <li key={id}>
            <RouteLink to="/listings/$listingId" params={{ listingId: id }} size="sm" fw={600}>
              {t('wear.offer', { name: displayName, price: tokens(price) })}
            </RouteLink>
          </li>
        ))}
      </Stack>
      <LoadMore pageInfo={listings.pageInfo} onMore={(after) => fetchMore({ avatarId, after })} />
    </>
  )
}

function BlockedAlert({ avatar: { id } }: PartProps) {
  const { t } = useTranslation('avatars')
  const unblock = useAct(UNBLOCK_AVATAR)
  return (
    <Alert color="red" variant="light" p="xs" icon={<IconBan size={18} aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('block.text')}</Text>
        <Button
          size="xs"
          variant="default"
          loading={unblock.isBusy}
          onClick={() => void unblock.act({ input: { avatarId: id } })}
        >
          {t('block.undo')}
        </Button>
      </Group>
    </Alert>
  )
}
