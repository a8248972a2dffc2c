#!/usr/bin/perl
# lite_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md on SOAP::Lite, rpc/encoded. Options:
#   version=1.1|1.2   that is spoken (1.1)
#   path=/PATH        of requests (/)
#   encoding=NAME     of requests (UTF-8)
# The command `attached SIZE CODING` calls echo with letters in an attachment, which its MIME head says is in that transfer encoding.
use strict;
use warnings;

use LWP::UserAgent;
use MIME::Entity;
use SOAP::Lite;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID);

die "usage: lite_client tcp HOST PORT [NAME=VALUE...]\n" unless @ARGV >= 3 && $ARGV[0] eq 'tcp';
my (undef, $host, $port, @options) = @ARGV;
my %option = (version => '1.1', path => '/', map { split /=/, $_, 2 } @options);
my $soap = SOAP::Lite->uri('urn:BENCH_V1')->proxy("http://$host:$port$option{path}", keep_alive => 1);
$soap->soapversion($option{version});
$soap->encoding($option{encoding}) if $option{encoding};
# Text is bytes of UTF-8.
$soap->on_fault(sub {
    my ($soap, $answer) = @_;
    die ref $answer ? 'fault ' . $answer->faultcode . ': ' . $answer->faultstring . "\n" : $soap->transport->status . "\n";
});

sub pattern { return substr(join('', map { chr(($_ * 31 + 7) & 255) } 0 .. 255) x ($_[0] / 256 + 1), 0, $_[0]) }
sub wrapped { return ($_[0] + 2**31) % 2**32 - 2**31 }
sub int_named { return SOAP::Data->name(@_)->type('int') }
sub binary { return SOAP::Data->name(data => $_[0])->type('base64Binary') }
sub integers { return SOAP::Data->name(values => [map { int_named(item => $_) } @_]) }
sub require_right { die "the result is wrong\n" unless $_[0] }
sub same_list { my ($a, $b) = @_; return "@{ $a || [] }" eq "@$b" }
sub numbers { use integer; no warnings "portable"; return map { my $n = ($_ * 2654435761) & 0xFFFFFFFF; $n > 0x7FFFFFFF ? $n - 0x100000000 : $n } 0 .. $_[0] - 1 }

# What makes a call of that number, and what judges its result.
sub workload {
    my ($kind, $size) = split /:/, $_[0];
    $size //= 0;
    if ($kind eq 'nothing') { return (sub { $soap->call('nothing')->result }, sub { 1 }) }
    if ($kind eq 'add') {
        return (sub { $soap->call(add => int_named(a => $_[0]), int_named(b => 1000 - 2 * $_[0]))->result },
            sub { $_[1] == 1000 - $_[0] });
    }
    if ($kind eq 'echo') {
        my $data = pattern($size);
        return (sub { $soap->call(echo => binary($data))->result }, sub { ($_[1] // '') eq $data });
    }
    if ($kind eq 'ints') {
        my @values = numbers($size);
        return (sub { $soap->call(int_array => integers(@values))->result }, sub { same_list(ref $_[1] ? $_[1] : [], \@values) });
    }
    if ($kind eq 'sum') {
        my @values = numbers($size);
        my $sum = 0;
        $sum += $_ for @values;
        return (sub { $soap->call(sum => integers(@values))->result }, sub { $_[1] == wrapped($sum) });
    }
    if ($kind eq 'transfer') {
        my $data = pattern($size);
        return (sub { $soap->call(transfer => binary($data))->result }, sub { $_[1]{code} == 1989 && ($_[1]{data} // '') eq $data });
    }
    if ($kind eq 'concat') {
        my ($left, $right) = ('fifteen letters', 'eighteen more here');
        return (sub { $soap->call(concat => map { SOAP::Data->name(@$_)->type('string') } [left => $left], [right => $right])->result },
            sub { $_[1] eq $left . $right });
    }
    if ($kind =~ /^info(-photo)?$/) {
        my $photo = $1 ? pattern(1048576) : '';
        my $asked = $1 ? 'true' : 'false';
        return (
            sub {
                my @fields = (int_named(id => $_[0]), SOAP::Data->name(photo => $asked)->type('boolean'));
                return $soap->call(request => SOAP::Data->name(wanted => \SOAP::Data->value(@fields)))->result;
            },
            sub {
                my ($id, $got) = @_;
                my $text = join '|', map { $got->{$_} } qw(id first_name last_name age email phone);
                return $text eq "$id|Ada|Lovelace|36|ada\@example.org|+44 20 7946 0000" && $got->{newsletter} =~ /^(true|1)$/
                    && $got->{latitude} == 51.5 && $got->{longitude} == -0.125 && ($got->{photo} // '') eq $photo;
            },
        );
    }
    if ($kind eq 'count') {
        my $last = 0;
        return (
            sub { $soap->call(count => SOAP::Data->name(n => $_[0])->type('unsignedLong'))->result },
            sub { my $before = $last; $last = $_[1]; return $_[1] > 0 && ($before == 0 || $_[1] == $before + 1) },
        );
    }
    die "unknown workload\n";
}

sub run {
    my ($name, $calls) = @_;
    my ($call, $judge) = workload($name);
    my (@times, $cpu);
    for my $number (0 .. $calls - 1) {
        my ($before, $start) = (clock_gettime(CLOCK_PROCESS_CPUTIME_ID), clock_gettime(CLOCK_MONOTONIC));
        my $got = $call->($number);
        push @times, int((clock_gettime(CLOCK_MONOTONIC) - $start) * 1e9);
        $cpu += clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $before;
        require_right($judge->($number, $got));
    }
    return sprintf '{"ns":[%s],"cpu_ns":%d}', join(',', @times), $cpu * 1e9;
}

# Letters, since SOAP::Lite takes a message for text.
sub attached {
    my ($size, $coding) = @_;
    my $letters = substr(join('', 'a' .. 'z', "\r\n") x ($size / 28 + 1), 0, $size);
    my $part = MIME::Entity->build(
        Top => 0, Type => 'application/octet-stream', Encoding => $coding, Id => '<letters@lite>', Data => $letters);
    $soap->packager->parts([$part]);
    my $got = $soap->call(echo => SOAP::Data->name('data')->attr({ href => 'cid:letters@lite' }))->result;
    require_right($got eq $letters);
    return 'ok';
}

$| = 1;
while (my $line = <STDIN>) {
    my @words = split ' ', $line;
    my $answer = eval {
        return run($words[1], $words[2]) if @words == 3 && $words[0] eq 'run' && $words[2] > 0;
        return attached($words[1], $words[2]) if @words == 3 && $words[0] eq 'attached';
        if (@words == 2 && $words[0] eq 'pin') {
            system('taskset', '-p', '-c', $words[1], $$) == 0 or die "cannot pin to cpu $words[1]\n";
            return 'ok';
        }
        die "commands: run WORKLOAD CALLS, attached SIZE CODING, pin CPU\n";
    };
    if (!defined $answer) {
        my $why = $@;
        $why =~ s/["\\[:cntrl:]]+/ /g;
        $answer = qq({"error":"$why"});
    }
    print "$answer\n";
}
