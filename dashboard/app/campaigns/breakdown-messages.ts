export const breakdownMessages = {
  title: 'Breakdown',
  tabs: {
    ad_unit: 'Ad unit',
    country: 'Country',
    device: 'Device',
    language: 'Language',
    banner: 'Banner'
  },
  report: 'Open the report',
  all: (count: string) => `See all ${count}`,
  none: 'Nothing was counted in the last 30 days.'
}
