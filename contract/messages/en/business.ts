import type { business as pt } from '../pt/business.ts';
import type { Translation } from '../translation.ts';

export const business: Translation<typeof pt> = {
  failures: {
    'business.detail': 'Could not load business data!',
    'business.update': 'Could not save the business!',
    'staff.list': 'Collaborators could not be loaded!',
    'staff.create': 'Could not add new collaborator!',
    'staff.update': 'Could not change the collaborator!',
    'staff.remove': 'Could not remove the collaborator!',
    'staffInvitations.list': 'Invitations could not be loaded!',
    'staffInvitations.resend': 'Could not send the invitation again!',
    'staffInvitations.remove': 'Could not cancel the invitation!',
    'companies.list': 'Partners could not be loaded!',
    'companies.create': 'Could not request the partnership!',
    'companies.update': 'Could not save the terms!',
    'companies.accept': 'Could not accept the seller!',
    'companies.block': 'Could not block the seller!',
    'companies.unblock': 'Could not unblock the seller!',
  },
  successes: {
    'business.update': 'Business saved',
    'staff.create': 'Invitation sent',
    'staff.update': 'Collaborator changed',
    'staff.remove': 'Collaborator removed',
    'staffInvitations.resend': 'Invitation sent again',
    'staffInvitations.remove': 'Invitation cancelled',
    'companies.create': 'Partnership requested',
    'companies.update': 'Terms saved',
    'companies.accept': 'Seller accepted',
    'companies.block': 'Seller blocked',
    'companies.unblock': 'Seller unblocked',
  },
  types: { sales: 'Sales', supply: 'Supply' },
  roles: {
    owner: 'Owner',
    administrator: 'Administrator',
    stockist: 'Stockist',
    packer: 'Packer',
    distributor: 'Dispatcher',
    seller: 'Seller',
    supplier: 'Supplier',
  },
  mails: {
    invitation: {
      subject: '{{business}} invited you to Easy',
      title: 'Work with {{business}} at Easy',
      text: '{{inviter}} invited you to the team of {{business}} as: {{roles}}.',
      action: 'Accept invitation',
      note: 'The invitation works for 7 days. If you do not know this business, ignore this message.',
    },
  },
};
