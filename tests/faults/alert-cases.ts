/** What makes an alert fire, and what does not: series in promtool's notation, one sample a minute. */
export type AlertCase = { bad: Series; good: Series }
type Series = Readonly<Record<string, string>>

const both = (name: string, bad: string, good: string): AlertCase => ({
  bad: { [name]: bad },
  good: { [name]: good }
})

/** promtool cannot repeat this value in its short form. */
const unknown = Array.from({ length: 30 }, () => 'NaN').join(' ')

const node = 'job="mille",instance="one"'
const requests = (name: string, label: string, bad: string, good: string): AlertCase => ({
  bad: {
    [`${name}{${node},${label}="${bad}"}`]: '0+3x30',
    [`${name}{${node},${label}="${good}"}`]: '0+97x30'
  },
  good: {
    [`${name}{${node},${label}="${bad}"}`]: '0x30',
    [`${name}{${node},${label}="${good}"}`]: '0+97x30'
  }
})

const buckets = (fast: string, all: string) => ({
  [`mille_http_request_seconds_bucket{${node},route="serve",le="0.1"}`]: fast,
  [`mille_http_request_seconds_bucket{${node},route="serve",le="0.5"}`]: all,
  [`mille_http_request_seconds_bucket{${node},route="serve",le="+Inf"}`]: all
})
const disk = (free: string) => ({
  [`mille_disk_bytes{${node},kind="total"}`]: '100x30',
  [`mille_disk_bytes{${node},kind="free"}`]: free
})

/** An amount of the Lightning channels beside one of 100. */
const amounts = (kind: string, other: string, bad: string, good: string): AlertCase => {
  const series = (value: string) => ({
    [`mille_lightning_satoshis{${node},kind="${kind}"}`]: value,
    [`mille_lightning_satoshis{${node},kind="${other}"}`]: '100x30'
  })
  return { bad: series(bad), good: series(good) }
}

export const alertCases: Readonly<Record<string, AlertCase>> = {
  MilleDown: both(`up{${node}}`, '0x30', '1x30'),
  MilleAdsUnavailable: requests('mille_ad_requests_total', 'outcome', 'unavailable', 'filled'),
  MilleAdsStale: both(`mille_ads_stale_seconds{${node}}`, '61x30', '59x30'),
  MilleAdsSlow: { bad: buckets('0+97x30', '0+100x30'), good: buckets('0+100x30', '0+100x30') },
  MilleNoDelivery: both(`mille_heartbeat_seconds{${node}}`, '181x30', '120x30'),
  MilleErrors: requests('mille_http_requests_total', 'status', '503', '200'),
  MilleReportsDeferred: requests('mille_reports_total', 'outcome', 'deferred', 'viewable'),
  MilleNoWorker: both(`mille_partitions_unowned{${node}}`, '1x30', '0x30'),
  MilleCountingLate: both(`mille_counting_lag_seconds{${node}}`, '31x30', '29x30'),
  MilleEventLogAway: {
    bad: {
      [`mille_counting_lag_seconds{${node}}`]: unknown,
      [`mille_database_up{${node}}`]: '1x30'
    },
    // Without a database it is unknown, and another alert fires.
    good: {
      [`mille_counting_lag_seconds{${node}}`]: unknown,
      [`mille_database_up{${node}}`]: '0x30'
    }
  },
  MilleEventLogCopyMissing: both(`mille_event_log_replicas_missing{${node}}`, '1x30', '0x30'),
  MilleClock: both(`mille_clock_offset_seconds{${node}}`, '-0.2x30', '-0.05x30'),
  MilleDatabaseAway: both(`mille_database_up{${node}}`, '0x30', '1x30'),
  MilleDatabaseBusy: both(
    `mille_database_waiting{${node}}`,
    '4x30',
    '4 0 4 0 4 0 4 0 4 0 4 0 4 0 4 0 4 0 4 0 4'
  ),
  MilleDiskFull: { bad: disk('14x30'), good: disk('16x30') },
  MilleBackupOld: both(`mille_backup_seconds{${node}}`, '7201x30', '3600x30'),
  MilleHealth: both(`mille_health_state{${node},check="Mail"}`, '2x30', '1x30'),
  MilleJobsLate: both(`mille_jobs_late_seconds{${node}}`, '301x30', '299x30'),
  MilleJobsFailed: both(`mille_jobs_failed{${node}}`, '1x30', '0x30'),
  MilleMailLate: both(`mille_mail_oldest_seconds{${node}}`, '601x30', '599x30'),
  MilleSettlementLate: both(`mille_settlement_late_seconds{${node}}`, '601x30', '599x30'),
  MillePublicLogLate: both(`mille_public_log_late_seconds{${node}}`, '1201x30', '1199x30'),
  MilleChainAway: both(`mille_chain_up{${node},chain="bitcoin"}`, '0x30', '1x30'),
  MilleChainBehind: both(`mille_chain_unread_blocks{${node},chain="bitcoin"}`, '-1x30', '2x30'),
  MilleLightningAway: both(`mille_lightning_state_seconds{${node}}`, '61x30', '12x30'),
  MilleLightningPeerGone: both(`mille_lightning_channels{${node},state="gone"}`, '1x30', '0x30'),
  MilleLightningInbound: amounts('largest_received', 'maximum_deposit', '99x30', '100x30'),
  MilleLightningOutbound: amounts('waiting', 'can_send', '101x30', '100x30'),
  MilleLightningFailing: both(
    `mille_lightning_failures{${node},part="payments"}`,
    '0+5x30',
    '3x30'
  ),
  MilleQueueOld: both(
    `mille_queue_oldest_seconds{${node},queue="withdrawals"}`,
    '172801x30',
    '3600x30'
  )
}
