import { Anchor, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InventorySlot } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { UNEQUIP_SLOT } from './documents.ts'
import { ItemPicture } from './ItemPicture.tsx'
import { useItemFilter } from './useInventory.ts'

const EQUIPPED_ITEM = graphql(`
  fragment EquippedItem on InventoryItem {
    id
    slot
    ...ItemPicture
    template {
      id
      name
    }
  }
`)

const SLOTS = ['DRONE', 'PORTAL', 'WARP'] as const satisfies readonly InventorySlot[]

const PICTURE = 36

interface EquippedPanelProps {
  /** Undefined until they were read. */
  readonly items: readonly FragmentType<typeof EQUIPPED_ITEM>[] | undefined
  readonly onOpen: (id: string) => void
}

/** What is in each slot. */
export function EquippedPanel({ items, onOpen }: EquippedPanelProps) {
  const { t } = useTranslation('inventory')
  const equipped = getFragmentData(EQUIPPED_ITEM, items)
  return (
    <SimpleGrid component="section" aria-label={t('equipped.title')} cols={3} spacing={{ base: 6, xs: 'sm' }}>
      {SLOTS.map((slot) => {
        const item = equipped?.find((one) => one.slot === slot)
        return (
          <Paper key={slot} withBorder p={{ base: 'xs', xs: 'sm' }} radius="lg">
            <Text size="xs" c="dimmed" mb={4}>
              {t(`slots.${slot}`)}
            </Text>
            {!equipped && <Skeleton h={40} aria-hidden />}
            {equipped && !item && <Text size="sm">{t('equipped.nothing')}</Text>}
            {item && (
              <Stack gap={6} align="start">
                <Group gap="sm" wrap="nowrap" maw="100%">
                  <ItemPicture item={item} size={PICTURE} />
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    fw={600}
                    ta="start"
                    lineClamp={2}
                    onClick={() => onOpen(item.id)}
                  >
                    {item.template.name}
                  </Anchor>
                </Group>
                <UnequipButton slot={slot} name={item.template.name} />
              </Stack>
            )}
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}

interface UnequipButtonProps {
  readonly slot: InventorySlot
  readonly name: string
}

function UnequipButton({ slot, name }: UnequipButtonProps) {
  const { t } = useTranslation('inventory')
  const filter = useItemFilter()
  const unequip = useAct(UNEQUIP_SLOT)
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={unequip.isBusy}
      aria-label={t('equipped.unequipName', { name })}
      onClick={() => void unequip.act({ input: { slot }, filter })}
    >
      {t('acts.unequip')}
    </Button>
  )
}
